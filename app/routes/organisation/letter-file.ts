import { data } from "react-router";
import { requestScope } from "#app/context.ts";
import { openInstruction, sendInstruction } from "#app/features/organisations/letter/read-letter.server.ts";
import type { Route } from "./+types/letter-file";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { deps, requestId } = context.get(requestScope);
  const opened = await openInstruction(deps, { ...params, request, requestId });
  const [, kind] = /^letter\.(pdf|docx)$/.exec(params.file) ?? [];
  if (kind !== "pdf" && kind !== "docx") throw data(null, { status: 404 });
  return sendInstruction(kind, opened);
}
