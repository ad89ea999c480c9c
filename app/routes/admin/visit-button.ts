import { data, redirect } from "react-router";
import type { Deps } from "#app/deps.server.ts";
import { requireStaff } from "#app/features/accounts/sign-in/guards.server.ts";
import type { ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import type { KeptNow, Refused } from "#app/features/booking/record/change-booking.server.ts";
import { RESTRICTED } from "#app/features/data-protection/restriction.ts";
import { visitRefusal } from "#app/features/visits/agree/refusals.ts";
import { placeVisitAt, settleVisit, type Unplaced } from "#app/features/visits/agree/settle-visit.server.ts";
import { readOfficeNote, tellReferrerOfLate } from "#app/features/visits/outcome/office-notes.server.ts";
import { dealWithUnsafeVisit } from "#app/features/visits/outcome/record-outcome.server.ts";
import { readSeen } from "#app/features/visits/plan/addresses.ts";
import { findVisit, type Visit } from "#app/features/visits/record/find-visits.server.ts";
import { answerForms, formOf, type Sent } from "#app/forms/answer-forms.server.ts";
import { intentOf } from "#app/forms/intent.ts";
import { once } from "#app/platform/http/once.server.ts";
import type { Route } from "./+types/visit-button";

type Posted = Sent & { deps: Deps; by: ActedByRequest; visit: Visit };

const form = formOf<
  Posted,
  | Refused<KeptNow | "nothing-open" | "over" | "changed-address">
  | { ok: false; problem: "not-placed"; why: Unplaced }
>();

const text = ({ form }: Posted, name: string) => String(form.get(name) ?? "");
const ofNote = (posted: Posted) => ({ ...posted.by, visit: posted.visit, noteId: text(posted, "noteId") });

/** A page of its own says why a button did nothing. */
const notDone = (message: string, heading = "This was not done"): never => {
  throw data({ heading, message }, { status: 409 });
};
const UNPLACED = "The address was not changed";

/** Shows the booking as it is. */
const back = (_: unknown, { page }: Posted): never => {
  throw redirect(page);
};

const answer = answerForms(
  {
    settle: form({
      change: ({ deps, by, visit, form }) =>
        settleVisit(deps, { ...by, visit, keys: form.getAll("problems").map(String) }),
      done: "settled",
      words: { erased: back, "not-found": back },
    }),
    address: form({
      change: (posted) =>
        placeVisitAt(posted.deps, {
          ...posted.by,
          visit: posted.visit,
          key: text(posted, "address"),
          version: Number(posted.form.get("version")),
          seen: readSeen(text(posted, "addressesSeen")) ?? [],
          isReferrerTold: posted.form.get("notify") === "on",
        }),
      done: "address",
    }),
    "dealt-with": form({
      change: ({ deps, by, visit }) => dealWithUnsafeVisit(deps, { ...by, visit }),
      done: "dealt-with",
    }),
    read: form({ change: (posted) => readOfficeNote(posted.deps, ofNote(posted)), done: "note-read" }),
    "tell-referrer": form({
      change: (posted) => tellReferrerOfLate(posted.deps, ofNote(posted)),
      done: "late-told",
    }),
  },
  {
    words: {
      "not-found": null,
      erased: null,
      "nothing-open": back,
      restricted: () => notDone(RESTRICTED),
      over: () => notDone("The visit is over, or was cancelled: nobody was told."),
      "changed-address": () =>
        notDone(
          "The records have another address by now. Go back to the booking, and see which one is right.",
          UNPLACED,
        ),
      "not-placed": ({ why }) => notDone(visitRefusal(why, { mayOverrule: false }), UNPLACED),
    },
  },
);

/** A button about a visit is named by the address, or on the address `notes` by its form. It leads to the booking, or
 * to a page that says why nothing was done. */
export const action = once(async ({ request, params: { visitId, button }, context }: Route.ActionArgs) => {
  const { deps, by } = await requireStaff(context, request);
  const visit = await findVisit(deps, visitId);
  if (!visit) throw data(null, { status: 404 });
  const form = await request.formData();
  const isOfNotes = ["read", "tell-referrer"].includes(intentOf(form) ?? "");
  if (button !== "notes") form.set("intent", button);
  else if (!isOfNotes) throw data(null, { status: 400 });
  return answer({ deps, by, visit, form, page: `/admin/bookings/${visit.booking_id}` });
});

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireStaff(context, request);
  throw redirect("/admin/dashboard");
}

/** Never rendered: with a component the route's errors are pages. */
export default function VisitButton() {
  return null;
}
