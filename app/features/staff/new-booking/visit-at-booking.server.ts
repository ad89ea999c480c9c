import { readAssessments } from "#app/features/catalogue/catalogue.ts";
import { answer, type Answers } from "#app/features/booking/fields/steps.ts";
import type { VisitResult } from "#app/features/visits/agree/change-visit.server.ts";
import { inOneLine } from "#app/features/visits/record/fit.ts";
import { visitRefusal } from "#app/features/visits/agree/refusals.ts";
import type { VisitPlan } from "#app/features/visits/record/visit-plan.ts";
import { timeSchema } from "#app/features/visits/agree/visit-schemas.ts";
import { freeListFor, type FreeList } from "#app/features/visits/plan/who-is-free.server.ts";
import type { Deps } from "#app/deps.server.ts";
import { parseForm, type Messages } from "#app/forms/read-form.server.ts";
import { londonDate } from "#app/platform/dates.ts";

type VisitAtBooking =
  | { ok: true; plan: VisitPlan; assessorId: string; list: FreeList }
  | { ok: false; errors: Messages };

/** The client's address, else the location; empty for a virtual visit. */
function placeOf(answers: Answers): string {
  if (answer(answers, "showVirtualPricing") === "true") return "";
  const [street, ...rest] = [
    "clientAddressLine1",
    "clientAddressLine2",
    "clientTownCity",
    "clientPostcode",
  ].map((name) => answer(answers, name).trim());
  return street ? [street, ...rest].filter(Boolean).join(", ") : answer(answers, "assessmentLocation").trim();
}

/** The visit that the page of a new booking asks for, and who is free for it. */
export async function readVisitAtBooking(
  deps: Deps,
  draftId: string | null,
  form: FormData,
  answers: Answers,
): Promise<VisitAtBooking> {
  const read = parseForm(form, timeSchema(londonDate(deps.clock.now())), "");
  if (!read.ok) return { ok: false, errors: read.reply.error };
  const mode = answer(answers, "showVirtualPricing") === "true" ? "virtual" : "face-to-face";
  const plan: VisitPlan = { ...read.value, mode, place: placeOf(answers) };
  const list = await freeListFor(deps, plan, {
    assessments: readAssessments([answers.selectedAssessments ?? []].flat()).ids,
    language: null,
    location: answer(answers, "assessmentLocation"),
    booking: {
      id: draftId ?? "",
      client_first_name: answer(answers, "clientFirstName"),
      client_last_name: answer(answers, "clientLastName"),
      referrer_organisation: answer(answers, "referrerOrganisation"),
    },
    exceptVisitId: null,
  });
  // A list that was shown for another person, or other assessments, has not said what this one says.
  const seenFor = ["clientFirstName", "clientLastName", "selectedAssessments"].map((name) => answers[name]);
  const forPlan = [list.forPlan, ...seenFor.flat().filter(Boolean)].join(" ");
  return { ok: true, plan, assessorId: answer(answers, "assessor"), list: { ...list, forPlan } };
}

/** Warnings about the chosen assessor, unless the form's sender has seen the list for this plan; null for nothing. */
export function unseenWarnings(form: FormData, answers: Answers, list: FreeList): string | null {
  const fit = list.candidates.find(({ id }) => id === answer(answers, "assessor"))?.fit;
  const isSeen = form.get("forPlan") === list.forPlan;
  if (isSeen || !fit || fit.blocks.length > 0 || fit.warnings.length === 0) return null;
  return inOneLine(fit.warnings);
}

/** Undoes the booking whose visit was refused. */
export class VisitRefused extends Error {
  override name = "VisitRefused";
  readonly sentence: string;
  readonly reason: string;
  /** The control that the refusal is about. */
  readonly field: "assessor" | "startRequested";

  constructor(refused: Extract<VisitResult, { ok: false }>) {
    super(refused.problem);
    const problem = refused.problem === "not-found" ? ({ problem: "changed-since" } as const) : refused;
    this.sentence = visitRefusal(problem, { mayOverrule: false });
    this.field = refused.problem === "early-start" ? "startRequested" : "assessor";
    this.reason = "reason" in refused ? `${refused.reason}.` : this.sentence;
  }
}
