import { data, redirect } from "react-router";
import { requireStaff } from "#app/features/accounts/sign-in/guards.server.ts";
import { RESTRICTED } from "#app/features/data-protection/restriction.ts";
import { readOfficeNote, tellReferrerOfLate } from "#app/features/visits/outcome/office-notes.server.ts";
import { once } from "#app/platform/http/once.server.ts";
import type { Route } from "./+types/visit-notes";

const REFUSALS = {
  restricted: RESTRICTED,
  over: "The visit is over, or was cancelled: nobody was told.",
};

export const action = once(async ({ request, params, context }: Route.ActionArgs) => {
  const { deps, by } = await requireStaff(context, request);
  const form = await request.formData();
  const intent = form.get("intent");
  if (intent !== "read" && intent !== "tell-referrer") throw data(null, { status: 400 });
  const isTold = intent === "tell-referrer";
  const change = isTold ? tellReferrerOfLate : readOfficeNote;
  const noteId = String(form.get("noteId") ?? "");
  const done = await change(deps, { ...by, visitId: params.visitId, noteId });
  if (!done.ok) {
    if (done.problem === "not-found" || done.problem === "erased") throw data(null, { status: 404 });
    throw data({ heading: "This was not done", message: REFUSALS[done.problem] }, { status: 409 });
  }
  throw redirect(`/admin/bookings/${done.bookingId}?done=${isTold ? "late-told" : "note-read"}`);
});

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireStaff(context, request);
  throw redirect("/admin/dashboard");
}

/** Never rendered: with a component the route's errors are pages. */
export default function VisitNotes() {
  return null;
}
