import { data } from "react-router";
import type { Deps } from "#app/deps.server.ts";
import type { ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import type { Refused } from "#app/features/booking/record/change-booking.server.ts";
import { RESTRICTED } from "#app/features/data-protection/restriction.ts";
import { answerForms, formOf, type Sent } from "#app/forms/answer-forms.server.ts";
import { londonDate } from "#app/platform/dates.ts";
import { recordLetter, removeLetter, visitOfLetter } from "./given-letters.server.ts";
import { ALL_WAYS, letterGivenSchema } from "./letter-schema.ts";
import { ASSESSOR_WAYS } from "#app/features/visits/record/letter-ways.ts";

type Posted = Sent & { deps: Deps; by: ActedByRequest; visitId: string; isAssessor: boolean };

const form = formOf<Posted, Refused<"not-found" | "erased" | "restricted">>();

const answer = answerForms(
  {
    record: form({
      schema: ({ deps, isAssessor }) =>
        letterGivenSchema(londonDate(deps.clock.now()), isAssessor ? ASSESSOR_WAYS : ALL_WAYS),
      summary: "The letter was not recorded.",
      change: ({ deps, by, visitId }, { notify, ...letter }) =>
        recordLetter(deps, { ...by, ...letter, visitId, isReferrerTold: notify === "on" }),
      to: ({ isAssessor, page }, _, { bookingId }) => (isAssessor ? page : `/admin/bookings/${bookingId}`),
      done: "letter",
    }),
    remove: form({
      change: ({ deps, by, visitId, form: sent }) =>
        removeLetter(deps, { ...by, visitId, letterId: String(sent.get("letterId")) }),
      done: "letter-removed",
    }),
  },
  {
    words: { "not-found": null, erased: null, restricted: RESTRICTED },
    formId: () => "letter-form",
    otherwise: "record",
  },
);

/** Answers the forms of a letter's page: records one, or removes a record. Throws 404 for a visit or record that is
 * not the actor's to change. */
export async function answerLetterPage(deps: Deps, visitId: string, by: ActedByRequest, request: Request) {
  if (!(await visitOfLetter(deps, visitId, by))) throw data(null, { status: 404 });
  const isAssessor = by.actor.kind === "assessor";
  const page = `/${isAssessor ? "assessor" : "admin"}/visits/${visitId}/letter`;
  return answer({ form: await request.formData(), page, deps, by, visitId, isAssessor });
}
