import { data } from "react-router";
import { requestScope } from "#app/context.ts";
import { answersAsTyped } from "#app/features/referral/answer-rules.ts";
import type { SendResult } from "#app/features/referral/autosave.ts";
import { requireReferralStep } from "#app/features/referral/guards.server.ts";
import { sectionProgress } from "#app/features/referral/progress.ts";
import { seenAnswers } from "#app/features/referral/seen-answers.server.ts";
import { saveSectionForm } from "#app/features/referral/save-section-form.server.ts";
import { formatTime, londonDate } from "#app/platform/dates.ts";
import type { Route } from "./+types/autosave";

/** A save knows by its version whether it is the same one. */
export const handle = { isRepeatable: true };

/** Saves one section while it is being typed; the page's script reads the answer. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const scope = context.get(requestScope);
  const opened = await requireReferralStep(scope, request, params);
  if (opened.step.kind !== "section") throw data(null, { status: 404 });
  const { section } = opened.step;
  const result = await saveSectionForm(scope, opened, section, await request.formData());
  if (result.kind === "conflict") return answer(result, { status: 409 });
  if (result.kind === "refused") {
    const { status, message, errors } = result;
    if (status === 429) return answer({ kind: "failed" }, { status });
    return answer({ kind: "refused", message: Object.values(errors)[0]?.[0] ?? message }, { status });
  }
  const now = scope.deps.clock.now();
  const { version, answers } = result.saved;
  const savedAt = formatTime(now.toISOString());
  const progress = sectionProgress(section, answers, londonDate(now));
  return answer(
    { kind: "saved", version, seen: seenAnswers(section, answersAsTyped(answers)), savedAt, progress },
    { status: 200 },
  );
}

function answer(result: SendResult, init: ResponseInit): Response {
  return Response.json(result, init);
}
