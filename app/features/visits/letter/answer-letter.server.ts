import { data, redirect } from "react-router";
import type { Deps } from "#app/deps.server.ts";
import type { ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import { RESTRICTED } from "#app/features/data-protection/restriction.ts";
import { parseForm, refuseForm } from "#app/forms/read-form.server.ts";
import { londonDate } from "#app/platform/dates.ts";
import { recordLetter, removeLetter, visitOfLetter } from "./given-letters.server.ts";
import { ALL_WAYS, letterGivenSchema } from "./letter-schema.ts";
import { ASSESSOR_WAYS } from "#app/features/visits/record/letter-ways.ts";

/** Answers the forms of a letter's page: records one, or removes a record. Throws 404 for a visit or record that is
 * not the actor's to change. */
export async function answerLetterPage(deps: Deps, visitId: string, by: ActedByRequest, request: Request) {
  if (!(await visitOfLetter(deps, visitId, by))) throw data(null, { status: 404 });
  const form = await request.formData();
  const isAssessor = by.actor.kind === "assessor";
  const change = async () => {
    if (form.get("intent") === "remove") {
      return removeLetter(deps, { ...by, visitId, letterId: String(form.get("letterId")) });
    }
    const today = londonDate(deps.clock.now());
    const schema = letterGivenSchema(today, isAssessor ? ASSESSOR_WAYS : ALL_WAYS);
    const read = parseForm(form, schema, "The letter was not recorded.");
    if (!read.ok) return read;
    const { notify, ...letter } = read.value;
    return recordLetter(deps, { ...by, ...letter, visitId, isReferrerTold: notify === "on" });
  };
  const changed = await change();
  if ("reply" in changed) return data(changed.reply, { status: 400 });
  if (changed.ok) {
    const page = `/${isAssessor ? "assessor" : "admin"}/visits/${visitId}/letter`;
    if (form.get("intent") === "remove") throw redirect(`${page}?done=letter-removed`);
    throw redirect(`${isAssessor ? page : `/admin/bookings/${changed.bookingId}`}?done=letter`);
  }
  if (changed.problem !== "restricted") throw data(null, { status: 404 });
  return data(refuseForm(form, RESTRICTED), { status: 409 });
}
