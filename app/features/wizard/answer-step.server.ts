import { currentOffer } from "#app/features/catalogue/catalogue.ts";
import { PRICE_LIST } from "./price-change.ts";
import type { Deps } from "#app/deps.server.ts";
import { isValidation, parseForm, refuseForm, type FormReply } from "#app/forms/read-form.server.ts";
import { londonDate } from "#app/platform/dates.ts";
import type { Draft } from "./drafts.server.ts";
import { checkEmail } from "#app/features/contact-details/email.ts";
import { hrefAfter, hrefBefore, stepSchema } from "./journey.ts";
import { answersAsForm, clearStaleReferrer, postedAnswers, settleAssessments } from "./posted-answers.ts";
import { saveAnswers } from "./save-answers.server.ts";
import { answer, asChange, stepHref, type Answers, type StepSlug } from "#app/features/booking/steps.ts";

export type StepAnswer = { kind: "go"; to: string } | { kind: "refused"; reply: FormReply };

/** Saves what was posted, valid or not, then goes on, or back without a check (`intent=back`); with `isChange` both
 * lead to the confirmation. `use-suggestion` takes the suggested e-mail domain, `update-total` stays, `discard` has
 * forgotten another draft. A form that only asks for its messages is not saved. */
export async function answerStep(
  deps: Pick<Deps, "db" | "clock" | "secrets">,
  draft: Draft,
  step: StepSlug,
  form: FormData,
  isChange = false,
): Promise<StepAnswer> {
  const save = (answers: Answers) => saveAnswers(deps, draft, answers);
  return takeStep(deps, { before: draft.answers, step, form, save, isChange });
}

type PostedStep = {
  before: Answers;
  step: StepSlug;
  form: FormData;
  save: (answers: Answers) => Promise<Draft>;
  isChange: boolean;
};

/** As `answerStep`, for a draft that need not be there yet. */
export async function takeStep(
  deps: Pick<Deps, "clock">,
  { before, step, form, save, isChange }: PostedStep,
): Promise<StepAnswer> {
  const intent = form.get("intent");
  const today = londonDate(deps.clock.now());
  const settled = settle(step, before, form);
  const typed = answersAsForm(settled.answers);
  const isAsking = isValidation(form);
  const read = parseForm(typed, stepSchema(step, today), "", { isRaw: true, isValidation: isAsking });
  const refusal = read.ok ? null : refused(read.reply);
  if (isAsking && refusal) return refusal;
  const saved = await save(settled.answers);
  const stay = (href: string) => (isChange ? asChange(href) : href);

  if (intent === "back") return go(hrefBefore(step, saved, today, isChange));
  if (intent === "discard") return go(stepHref(step, saved.id));
  if (settled.isSwitched) return go(stay(stepHref(step, saved.id, "switched")));
  if (settled.dropped.length > 0) {
    return refused(refuseForm(typed, settled.dropped[0]!, { selectedAssessments: settled.dropped }));
  }
  if (intent === "update-total") return go(`${stay(stepHref(step, saved.id))}#total`);
  return refusal ?? go(hrefAfter(step, saved, today, isChange));
}

const go = (to: string): StepAnswer => ({ kind: "go", to });

function refused(reply: FormReply): StepAnswer {
  const first = Object.values(reply.error ?? {})[0]?.[0] ?? "";
  return { kind: "refused", reply: { ...reply, summary: reply.summary || first } };
}

type Settled = { answers: Answers; isSwitched: boolean; dropped: string[] };

function settle(step: StepSlug, saved: Answers, form: FormData): Settled {
  const posted = postedAnswers(step, form);
  if (step === "assessments") {
    const settled = settleAssessments(saved, posted, String(form.get("shownPricing") ?? ""));
    const priceList = String(form.get(PRICE_LIST) || currentOffer().listId).slice(0, 60);
    return { ...settled, answers: { ...settled.answers, [PRICE_LIST]: priceList } };
  }
  const answers = step === "referrer" ? settleReferrer(saved, posted, form) : posted;
  return { answers, isSwitched: false, dropped: [] };
}

function settleReferrer(saved: Answers, posted: Answers, form: FormData): Answers {
  const settled = clearStaleReferrer(saved, posted);
  if (form.get("intent") !== "use-suggestion") return settled;
  const typed = answer(posted, "referrerEmail");
  return { ...settled, referrerEmail: checkEmail(typed)?.suggestion ?? typed };
}
