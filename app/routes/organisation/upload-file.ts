import { data } from "react-router";
import { problemsFile } from "#app/features/organisations/lists/list-page.server.ts";
import { writeTemplate } from "#app/features/organisations/lists/read-list.server.ts";
import { requireMember } from "#app/features/organisations/record/member-guards.server.ts";
import { attachment } from "#app/features/documents/open-document.server.ts";
import type { Route } from "./+types/upload-file";

/** The template, or a list with its problems. */
export async function loader({ request, params: { listId, file }, context }: Route.LoaderArgs) {
  const visit = await requireMember(context, request, "books");
  const isTemplate = listId === "template" && (file === "csv" || file === "xlsx");
  if (!isTemplate && file !== "problems") throw data(null, { status: 404 });
  const made = isTemplate ? { ...writeTemplate(file), stem: "referrals" } : await problemsFile(visit, listId);
  const name = `${made.stem}${isTemplate ? "" : " with problems"}.${made.extension}`;
  return new Response(new Uint8Array(made.bytes), {
    headers: { "Content-Type": made.mediaType, "Content-Disposition": attachment(name) },
  });
}
