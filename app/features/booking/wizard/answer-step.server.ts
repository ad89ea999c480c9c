import type { Deps } from "#app/deps.server.ts";
import { parseForm, refuseForm, type FormReply } from "#app/forms/read-form.server.ts";
import { londonDate } from "#app/platform/dates.ts";
import type { Draft } from "./drafts.server.ts";
import { checkEmail } from "#app/features/booking/email.ts";
import { hrefAfter, hrefBefore, stepSchema } from "./journey.ts";
import { answersAsForm, clearStaleReferrer, postedAnswers, settleAssessments } from "./posted-answers.ts";
import { saveAnswers } from "./save-answers.server.ts";
import { answer, asChange, stepHref, type Answers, type StepSlug } from "./steps.ts";

/** Where a posted step leads: on (or back) to a URL, or to the same page again with what is wrong. */
export type StepAnswer = { kind: "go"; to: string } | { kind: "refused"; reply: FormReply };

/**
 * Takes a posted step: saves what was typed whatever it is, then goes back without a check (`intent=back`), or
 * validates and goes on (DESIGN decisions 1 and 13); with `isChange` both lead back to the confirmation. Other intents belong to the steps: `use-suggestion` takes the
 * suggested e-mail domain, `update-total` shows the step again with its new prices, `discard` has forgotten another draft.
 */
export async function answerStep(
  deps: Pick<Deps, "db" | "clock" | "secrets">,
  draft: Draft,
  step: StepSlug,
  form: FormData,
  isChange = false,
): Promise<StepAnswer> {
  const intent = form.get("intent");
  const today = londonDate(deps.clock.now());
  const settled = settle(step, draft.answers, form);
  const saved = await saveAnswers(deps, draft, settled.answers);
  const go = (to: string): StepAnswer => ({ kind: "go", to });
  const stay = (href: string) => (isChange ? asChange(href) : href);

  if (intent === "back") return go(hrefBefore(step, saved, today, isChange));
  if (intent === "discard") return go(stepHref(step, draft.id));
  if (settled.isSwitched) return go(stay(stepHref(step, draft.id, "switched")));
  const typed = answersAsForm(settled.answers);
  if (settled.dropped.length > 0) {
    const reply = refuseForm(typed, settled.dropped[0]!, { selectedAssessments: settled.dropped });
    return { kind: "refused", reply };
  }
  if (intent === "update-total") return go(`${stay(stepHref(step, draft.id))}#total`);
  const read = parseForm(typed, stepSchema(step, today), "", { isRaw: true });
  if (read.ok) return go(hrefAfter(step, saved, today, isChange));
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
