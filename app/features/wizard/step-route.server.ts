import { data, redirect, type RouterContextProvider } from "react-router";
import { requestScope } from "#app/context.ts";
import { isChange } from "#app/features/booking/steps.ts";
import { answerStep } from "./answer-step.server.ts";
import { requireDraftStep } from "./draft-guards.server.ts";
import { freshStep, stepPage } from "./step-page.server.ts";

type Context = Readonly<RouterContextProvider>;

/** The loader of a step that shows nothing but its own answers. */
export async function loadStep(context: Context, request: Request, step: "assessments" | "location") {
  const scope = context.get(requestScope);
  const draft = await requireDraftStep(scope, request, step);
  return freshStep(stepPage(step, draft, request, scope.deps.clock.now()), request);
}

/** The action of a step that has a draft: on to where the button leads, or 400 with everything typed. */
export async function actOnStep(
  context: Context,
  request: Request,
  step: "referrer" | "assessments" | "location" | "scheduling",
) {
  const scope = context.get(requestScope);
  const draft = await requireDraftStep(scope, request, step);
  const answered = await answerStep(scope.deps, draft, step, await request.formData(), isChange(request.url));
  if (answered.kind === "go") return redirect(answered.to, 303);
  return data({ ...answered.reply, draftId: draft.id }, { status: 400 });
}
