import type { Deps } from "#app/deps.server.ts";
import { parseForm, refuseForm, type FormReply } from "#app/forms/read-form.server.ts";
import { londonDate } from "#app/platform/dates.ts";
import type { Draft } from "./drafts.server.ts";
import { checkEmail } from "#app/features/booking/email.ts";
import { nextStep, previousStep, stepSchema } from "./journey.ts";
import { answersAsForm, clearStaleReferrer, postedAnswers, settleAssessments } from "./posted-answers.ts";
import { saveAnswers } from "./save-answers.server.ts";
import { answer, stepHref, type Answers, type StepSlug } from "./steps.ts";

/** Where a posted step leads: on (or back) to a URL, or to the same page again with what is wrong. */
export type StepAnswer = { kind: "go"; to: string } | { kind: "refused"; reply: FormReply };

/**
 * Takes a posted step: saves what was typed whatever it is, then goes back without a check (`intent=back`), or
 * validates and goes on (DESIGN decisions 1 and 13). Other intents belong to the steps: `use-suggestion` takes the
 * suggested e-mail domain, `update-total` shows the step again with its new prices.
 */
export async function answerStep(
  deps: Pick<Deps, "db" | "clock" | "secrets">,
  draft: Draft,
  step: StepSlug,
  form: FormData,
): Promise<StepAnswer> {
  const intent = form.get("intent");
  const settled = settle(step, draft.answers, form);
  const { answers } = await saveAnswers(deps, draft, settled.answers);
  const go = (to: string): StepAnswer => ({ kind: "go", to });

  if (intent === "back") return go(stepHref(previousStep(step, answers) ?? step, draft.id));
  if (settled.isSwitched) return go(stepHref(step, draft.id, "switched"));
  const typed = answersAsForm(settled.answers);
  if (settled.dropped.length > 0) {
    const reply = refuseForm(typed, settled.dropped[0]!, { selectedAssessments: settled.dropped });
    return { kind: "refused", reply };
  }
  if (intent === "update-total") return go(`${stepHref(step, draft.id)}#total`);
  const read = parseForm(typed, stepSchema(step, londonDate(deps.clock.now())), "", { isRaw: true });
  if (read.ok) return go(stepHref(nextStep(step, answers), draft.id));
  const first = Object.values(read.reply.error ?? {})[0]?.[0];
  return { kind: "refused", reply: { ...read.reply, summary: read.reply.summary || (first ?? "") } };
}

type Settled = { answers: Answers; isSwitched: boolean; dropped: string[] };

function settle(step: StepSlug, saved: Answers, form: FormData): Settled {
  const posted = postedAnswers(step, form);
  if (step === "assessments") return settleAssessments(saved, posted, String(form.get("shownPricing") ?? ""));
  const answers = step === "referrer" ? settleReferrer(saved, posted, form) : posted;
  return { answers, isSwitched: false, dropped: [] };
}

function settleReferrer(saved: Answers, posted: Answers, form: FormData): Answers {
  const settled = clearStaleReferrer(saved, posted);
  if (form.get("intent") !== "use-suggestion") return settled;
  const typed = answer(posted, "referrerEmail");
  return { ...settled, referrerEmail: checkEmail(typed)?.suggestion ?? typed };
}
