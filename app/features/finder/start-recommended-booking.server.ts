import type { Deps } from "#app/deps.server.ts";
import { withCookieCheck } from "#app/features/wizard/cookie-check.server.ts";
import { findDraft, tooManyDrafts } from "#app/features/wizard/draft-guards.server.ts";
import { saveAnswers } from "#app/features/wizard/drafts.server.ts";
import { chosenAnswers } from "#app/features/wizard/selection.ts";
import { mayStartDraft, startDraft } from "#app/features/wizard/start-draft.server.ts";
import { stepHref, type Answers } from "#app/features/booking/steps.ts";
import { readTracking } from "#app/features/booking/tracking.ts";
import { answersQuery, type FinderAnswers, type Recommendation } from "./recommend.ts";

type Start = {
  answers: FinderAnswers;
  result: Recommendation;
  draftId: string | null;
  form: FormData;
  clientAddress: string;
};

/** Puts the recommendation into the visitor's draft `draftId`, or into a new one, with the finder's answers for staff.
 * Returns the next step and, for a new draft, the `Set-Cookie` that proves ownership. */
export async function startRecommendedBooking(
  deps: Pick<Deps, "env" | "db" | "clock" | "ids" | "secrets">,
  request: Request,
  { answers, result, draftId, form, clientAddress }: Start,
): Promise<{ to: string; setCookie?: string }> {
  const chosen: Answers = {
    showVirtualPricing: String(result.isVirtual),
    ...chosenAnswers(result.assessmentIds, String(form.get("otherAssessmentDetails") ?? "").slice(0, 4000)),
    ...(result.isUrgent ? { preferEarlierDate: "on" } : {}),
  };
  const own = draftId === null ? null : await findDraft(deps, request, draftId);
  if (own) {
    await saveAnswers(deps, own, chosen);
    return { to: stepHref("assessments", own.id) };
  }
  if (!(await mayStartDraft(deps, clientAddress))) throw tooManyDrafts(form);
  const tracking = readTracking(request, form, deps.clock.now().toISOString(), deps.env.APP_ORIGIN);
  const sessionData = { ...tracking.sessionData, finder: answersQuery(answers).toString() };
  const started = await startDraft(deps, request, {
    answers: chosen,
    tracking: { ...tracking, sessionData },
    clientAddress,
  });
  const href = stepHref("referrer", started.draft.id);
  return { to: withCookieCheck(deps, request, form, href, started), setCookie: started.setCookie };
}
