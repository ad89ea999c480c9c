import { data, redirect, type LoaderFunctionArgs } from "react-router";
import { requestScope } from "#app/context.ts";
import { answerStep } from "./answer-step.server.ts";
import { renewedVisitor, saveAnswers } from "./drafts.server.ts";
import { requireDraftStep } from "./draft-guards.server.ts";
import { londonDate, type IsoDate } from "#app/platform/dates.ts";
import { doneSteps } from "./journey.ts";
import { typedAnswers } from "./check-answers.ts";
import { lostText } from "./selection.ts";
import { offerOfPage } from "#app/features/catalogue/offer-scope.server.ts";
import { STEP_CONTROLS } from "#app/features/booking/fields/field-values.ts";
import {
  asChange,
  isChange,
  readNotice,
  stepHref,
  type Answers,
  type StepSlug,
} from "#app/features/booking/fields/steps.ts";

export function ownAnswers(step: StepSlug, answers: Answers): Record<string, string | string[]> {
  const own = STEP_CONTROLS[step].filter((field) => answers[field] !== undefined);
  return typedAnswers(Object.fromEntries(own.map((field) => [field, answers[field]!])));
}

/** A step's page shows its own saved answers only. `now` is an instant, `today` its day in London. */
export function stepPage(
  step: StepSlug,
  draft: { id: string; answers: Answers },
  request: { url: string },
  now: Date,
) {
  const today = londonDate(now);
  return {
    today,
    draftId: draft.id,
    action: isChange(request.url) ? asChange(stepHref(step, draft.id)) : stepHref(step, draft.id),
    saved: ownAnswers(step, draft.answers),
    done: doneSteps(draft.answers, today),
    notice: readNotice(new URL(request.url).searchParams),
    withdrawn: lostText(draft.answers),
    ...offerOfPage(),
  };
}

export type StepPage = ReturnType<typeof stepPage>;

type Asked = Pick<LoaderFunctionArgs, "request" | "context">;

/** `more` is what the step's page is given besides, on a London day. */
export const stepLoader =
  <More extends object = object>(step: StepSlug, more: (today: IsoDate) => More = () => ({}) as More) =>
  async ({ request, context }: Asked) => {
    const scope = context.get(requestScope);
    const draft = await requireDraftStep(scope, request, step);
    const page = stepPage(step, draft, request, scope.deps.clock.now());
    return { ...page, ...more(page.today) };
  };

/** The action of a step that has a draft: on to where the button leads, or 400 with everything typed. */
export function stepAction(step: StepSlug) {
  return async ({ request, context }: Asked) => {
    const scope = context.get(requestScope);
    const draft = await requireDraftStep(scope, request, step);
    const answered = await answerStep(scope.deps, {
      before: draft.answers,
      step,
      form: await request.formData(),
      save: (answers) => saveAnswers(scope.deps, draft, answers),
      isChange: isChange(request.url),
    });
    const headers = renewedVisitor(scope.deps, request);
    if (answered.kind === "go") return redirect(answered.to, { status: 303, headers });
    return data({ ...answered.reply, draftId: draft.id }, { status: 400, headers });
  };
}
