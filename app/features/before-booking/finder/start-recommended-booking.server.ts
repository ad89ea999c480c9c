import { redirect } from "react-router";
import type { Deps } from "#app/deps.server.ts";
import { mayStartDraft, startDraft, leadOn } from "#app/features/before-booking/wizard/start-draft.server.ts";
import { findDraft, tooManyDrafts } from "#app/features/before-booking/wizard/draft-guards.server.ts";
import { saveAnswers } from "#app/features/before-booking/wizard/drafts.server.ts";
import { chosenAnswers } from "#app/features/before-booking/wizard/selection.ts";
import { answer, stepHref, type Answers } from "#app/features/booking/fields/steps.ts";
import { readTracking } from "#app/features/booking/fields/tracking.ts";
import { answersQuery, type FinderAnswers, type Recommendation } from "./recommend.ts";

type Start = {
  answers: FinderAnswers;
  result: Recommendation;
  draftId: string | null;
  form: FormData;
  clientAddress: string;
};

/** Facts of the visitor's draft for the result's page: a booked one takes no other answers; `otherWords` is what it
 * has for Other. */
export async function readOwnDraft(deps: Deps, request: Request, draftId: string | null) {
  const draft = draftId === null ? null : await findDraft(deps, request, draftId);
  return {
    isBooked: draft !== null && draft.booking_id !== null,
    otherWords: draft ? answer(draft.answers, "otherAssessmentDetails") : "",
  };
}

/** Puts the recommendation into the visitor's draft `draftId`, or into a new one, with the finder's answers for staff.
 * Leads to the next step. A draft that was booked stays as it is: a new one is made, and step 1 says so. */
export async function startRecommendedBooking(
  deps: Deps,
  request: Request,
  { answers, result, draftId, form, clientAddress }: Start,
): Promise<Response> {
  const chosen: Answers = {
    showVirtualPricing: String(result.isVirtual),
    ...chosenAnswers(result.assessmentIds, String(form.get("otherAssessmentDetails") ?? "").slice(0, 4000)),
    ...(result.isUrgent ? { preferEarlierDate: "on" } : {}),
  };
  const finder = answersQuery(answers).toString();
  const own = draftId === null ? null : await findDraft(deps, request, draftId);
  if (own && own.booking_id === null) {
    await saveAnswers(deps, own, chosen, { sessionData: { finder } });
    return redirect(stepHref("assessments", own.id), 303);
  }
  if (!(await mayStartDraft(deps, clientAddress))) throw tooManyDrafts(form);
  const tracking = readTracking(request, form, deps.clock.now().toISOString(), deps.env.APP_ORIGIN);
  const sessionData = { ...tracking.sessionData, finder };
  const started = await startDraft(deps, request, {
    answers: chosen,
    tracking: { ...tracking, sessionData },
    clientAddress,
  });
  const notice = own ? "booked" : draftId === null ? undefined : "expired";
  return leadOn(deps, request, form, stepHref("referrer", started.draft.id, notice), started);
}
