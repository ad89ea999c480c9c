import type { Deps } from "#app/deps.server.ts";
import { isValidation, parseForm, refuseForm, type FormReply } from "#app/forms/read-form.server.ts";
import { londonDate } from "#app/platform/dates.ts";
import { weekendClearedMessage } from "#app/features/booking/calendar.ts";
import type { Draft } from "./drafts.server.ts";
import { hrefAfter, hrefBefore } from "./journey.ts";
import { answersAsForm, postedAnswers } from "./posted-answers.ts";
import { saveAnswers } from "./save-answers.server.ts";
import { settleScheduling, withChosenDate } from "./scheduling-choice.ts";
import { schedulingAnswers } from "#app/features/booking/schema.ts";
import { asChange, stepHref } from "#app/features/booking/steps.ts";

export type SchedulingOutcome = { kind: "go"; href: string } | { kind: "refused"; reply: FormReply };

/** Saves what was posted, then does what the pressed button asks; only Next validates. A form that only asks for its
 * messages is not saved. */
export async function saveScheduling(
  deps: Pick<Deps, "db" | "clock" | "secrets">,
  draft: Draft,
  form: FormData,
  isChange = false,
): Promise<SchedulingOutcome> {
  const intent = form.get("intent");
  const month = form.get("month");
  const posted = postedAnswers("scheduling", form);
  const { answers, lostDay } = settleScheduling(draft.answers, posted, intent === "clear-date");
  const today = londonDate(deps.clock.now());
  const isAsking = isValidation(form);
  const options = { isRaw: true, isValidation: isAsking };
  const read = parseForm(
    answersAsForm(answers),
    schedulingAnswers(today),
    "Please check the preferred date.",
    options,
  );
  if (isAsking && !read.ok) return { kind: "refused", reply: read.reply };
  const saved = await saveAnswers(deps, draft, read.ok ? withChosenDate(answers) : answers);

  if (intent === "back") {
    return { kind: "go", href: hrefBefore("scheduling", saved, today, isChange) };
  }
  if (intent !== null || month !== null) {
    const view = new URLSearchParams();
    if (typeof month === "string") view.set("month", month.slice(0, 7));
    if (lostDay) view.set("lostDay", lostDay);
    const here = stepHref("scheduling", draft.id);
    return { kind: "go", href: `${isChange ? asChange(here) : here}&${view}#calendar` };
  }
  if (lostDay) {
    const message = weekendClearedMessage(lostDay);
    const reply = refuseForm(answersAsForm(answers), message, { preferredDate: [message] });
    return { kind: "refused", reply };
  }
  if (!read.ok) return { kind: "refused", reply: read.reply };
  return { kind: "go", href: hrefAfter("scheduling", saved, today, isChange) };
}
