import type { Deps } from "#app/deps.server.ts";
import { answerStep, type StepAnswer } from "./answer-step.server.ts";
import { discardDraft } from "./discard-draft.server.ts";
import { findDraft } from "./draft-guards.server.ts";
import { preselectedAnswers } from "./posted-answers.ts";
import { isBooked } from "./save-answers.server.ts";
import { startDraft } from "./start-draft.server.ts";
import { readTracking } from "./tracking.ts";

type BeginDeps = Pick<Deps, "env" | "db" | "clock" | "ids" | "secrets">;

/**
 * The first POST of a booking: makes the draft, with what a link preselected and where the visitor came from, and
 * answers step 1. `setCookie` proves whose draft it is. The same page sent again, because its answer was slow or lost, goes
 * on in the draft that it made.
 */
export async function beginBooking(
  deps: BeginDeps,
  request: Request,
  form: FormData,
): Promise<StepAnswer & { draftId: string; setCookie?: string }> {
  const now = deps.clock.now().toISOString();
  const wantedId = String(form.get("newDraft") ?? "");
  const begun = await findDraft(deps, request, wantedId);
  if (begun && !(await isBooked(deps.db, begun.id))) {
    return { ...(await answerStep(deps, begun, "referrer", form)), draftId: begun.id };
  }
  const { draft, setCookie } = await startDraft(deps, request, {
    answers: preselectedAnswers(new URL(request.url).searchParams.get("assessments")),
    tracking: readTracking(request, form, now, deps.env.APP_ORIGIN),
    wantedId,
  });
  return { ...(await answerStep(deps, draft, "referrer", form)), draftId: draft.id, setCookie };
}

/** "Start afresh": forgets the visitor's own draft; somebody else's stays. */
export async function startAfresh(deps: BeginDeps, request: Request, draftId: string): Promise<void> {
  const draft = await findDraft(deps, request, draftId);
  if (draft) await discardDraft(deps, draft);
}
