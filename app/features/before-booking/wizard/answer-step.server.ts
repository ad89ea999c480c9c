import { currentOffer } from "#app/features/catalogue/catalogue.ts";
import { PRICE_LIST } from "./price-change.ts";
import type { Deps } from "#app/deps.server.ts";
import { intentOf } from "#app/forms/intent.ts";
import { isValidation, type FormReply } from "#app/forms/read-form.server.ts";
import { londonDate } from "#app/platform/dates.ts";
import type { Draft } from "./drafts.server.ts";
import { weekendClearedMessage } from "#app/features/booking/fields/calendar.ts";
import { checkEmail } from "#app/features/contact-details/email.ts";
import { STEP_SCHEMAS } from "#app/features/booking/fields/schema.ts";
import { hrefAfter, hrefBefore } from "./journey.ts";
import { refusalOf, refuseAnswers } from "./check-answers.ts";
import { clearStaleReferrer, postedAnswers, applyAssessments } from "./posted-answers.ts";
import { applyScheduling, withChosenDate } from "./scheduling-choice.ts";
import {
  answer,
  asChange,
  stepHref,
  type Answers,
  type StepSlug,
} from "#app/features/booking/fields/steps.ts";

type StepAnswer = { kind: "go"; to: string } | { kind: "refused"; reply: FormReply };

type PostedStep = {
  before: Answers;
  step: StepSlug;
  form: FormData;
  /** Keeps the answers in the draft, or in a new one. */
  save: (answers: Answers) => Promise<Draft>;
  isChange?: boolean;
};

/** Saves what was posted, valid or not, then goes on, or back without a check (`intent=back`); with `isChange` both
 * lead to the confirmation. `finder` leads to the questions. `use-suggestion` takes the suggested e-mail domain.
 * `update-total`, the calendar's buttons and `discard` stay; for the last, the route has deleted another draft. A form
 * that only asks for messages is not saved. */
export async function answerStep(deps: Deps, { before, step, form, save, isChange = false }: PostedStep) {
  const intent = intentOf(form);
  const today = londonDate(deps.clock.now());
  const { answers, stayAt, error } = apply(step, before, form);
  const summary = step === "scheduling" ? "Please check the preferred date." : "";
  const refusal = refusalOf(STEP_SCHEMAS[step](today), answers, summary);
  if (isValidation(form)) return refused(refusal ?? refuseAnswers(answers, ""));
  const saved = await save(!refusal && step === "scheduling" ? withChosenDate(answers) : answers);
  const here = stepHref(step, saved.id);

  if (intent === "finder") return go(`/which-assessment?draft=${saved.id}`);
  if (intent === "back") return go(hrefBefore(step, saved, today, isChange));
  if (intent === "discard") return go(here);
  if (stayAt) return go(`${isChange ? asChange(here) : here}${stayAt}`);
  if (error) return refused(refuseAnswers(answers, "", error));
  return refusal ? refused(refusal) : go(hrefAfter(step, saved, today, isChange));
}

const go = (to: string): StepAnswer => ({ kind: "go", to });

function refused(reply: FormReply): StepAnswer {
  const first = Object.values(reply.error ?? {})[0]?.[0] ?? "";
  return { kind: "refused", reply: { ...reply, summary: reply.summary || first } };
}

type Applied = {
  answers: Answers;
  /** Added to the step's address when the pressed button stays on its page. */
  stayAt?: string | null;
  /** Answers that were removed, by field: the page says so before it goes on. */
  error?: Record<string, string[]> | null;
};

function apply(step: StepSlug, saved: Answers, form: FormData): Applied {
  const posted = postedAnswers(step, form);
  switch (step) {
    case "referrer":
      return { answers: applyReferrer(saved, posted, form) };
    case "assessments":
      return chooseAssessments(saved, posted, form);
    case "scheduling":
      return chooseDate(saved, posted, form);
    default:
      return { answers: posted };
  }
}

function applyReferrer(saved: Answers, posted: Answers, form: FormData): Answers {
  const applied = clearStaleReferrer(saved, posted);
  if (intentOf(form) !== "use-suggestion") return applied;
  const typed = answer(posted, "referrerEmail");
  return { ...applied, referrerEmail: checkEmail(typed)?.suggestion ?? typed };
}

function chooseAssessments(saved: Answers, posted: Answers, form: FormData): Applied {
  const shownPricing = String(form.get("shownPricing") ?? "");
  const { answers, isSwitched, dropped } = applyAssessments(saved, posted, shownPricing);
  const priceList = String(form.get(PRICE_LIST) || currentOffer().listId).slice(0, 100);
  const isDropped = dropped.length > 0;
  const isUpdate = intentOf(form) === "update-total" && !isDropped;
  return {
    answers: { ...answers, [PRICE_LIST]: priceList },
    stayAt: isSwitched ? "&notice=switched" : isUpdate ? "#total" : null,
    error: isDropped ? { selectedAssessments: dropped } : null,
  };
}

function chooseDate(saved: Answers, posted: Answers, form: FormData): Applied {
  const [intent, month] = [intentOf(form), form.get("month")];
  const { answers, lostDay } = applyScheduling(saved, posted, intent === "clear-date");
  const view = new URLSearchParams();
  if (typeof month === "string") view.set("month", month.slice(0, 7));
  if (lostDay) view.set("lostDay", lostDay);
  return {
    answers,
    stayAt: intent !== null || month !== null ? `&${view}#calendar` : null,
    error: lostDay ? { preferredDate: [weekendClearedMessage(lostDay)] } : null,
  };
}
