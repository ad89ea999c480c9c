import { data, redirect } from "react-router";
import type { Deps } from "#app/deps.server.ts";
import type { ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import type { KeptNow, Refused } from "#app/features/booking/record/change-booking.server.ts";
import { RESTRICTED } from "#app/features/data-protection/restriction.ts";
import { visitRefusal } from "#app/features/visits/agree/refusals.ts";
import { placeVisitAt, settleVisit, type Unplaced } from "#app/features/visits/agree/settle-visit.server.ts";
import { readOfficeNote, tellReferrerOfLate } from "#app/features/visits/outcome/office-notes.server.ts";
import { dealWithUnsafeVisit } from "#app/features/visits/outcome/record-outcome.server.ts";
import { readSeen } from "#app/features/visits/plan/addresses.ts";
import type { Visit } from "#app/features/visits/record/find-visits.server.ts";
import { answerForms, formOf, type Sent } from "#app/forms/answer-forms.server.ts";

type Posted = Sent & { deps: Deps; by: ActedByRequest; visit: Visit; button: string };

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
          ...{ ...posted.by, visit: posted.visit, key: text(posted, "address") },
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
      ...{ "not-found": null, erased: null, "nothing-open": back },
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

/** Answers a button about a visit, which is named by the address, or by its form on the address `notes`. Throws
 * redirects to the booking, and pages that say why nothing was done. */
export function answerVisitButton(posted: Posted) {
  const { form, button } = posted;
  const isOfNotes = ["read", "tell-referrer"].includes(text(posted, "intent"));
  if (button !== "notes") form.set("intent", button);
  else if (!isOfNotes) throw data(null, { status: 400 });
  return answer(posted);
}
