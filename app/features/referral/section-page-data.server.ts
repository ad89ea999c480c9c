import type { Deps } from "#app/deps.server.ts";
import { formatInstant, formatTime, londonDate } from "#app/platform/dates.ts";
import { answersAsTyped } from "./answer-rules.ts";
import { findProblems } from "./problems.ts";
import type { ReferralView } from "./queries.server.ts";
import { sectionFormValues } from "./section-form.ts";
import type { SectionKey } from "./sections.ts";
import { seenAnswers } from "./seen-answers.server.ts";

/** What the page of one section shows; with `isChecked` also what Submit would refuse in it. */
export function sectionPageData(
  deps: Pick<Deps, "clock">,
  referral: ReferralView,
  key: SectionKey,
  isChecked: boolean,
) {
  const { version, answers, updatedAt } = referral.section(key);
  const shown = answersAsTyped(answers);
  const today = londonDate(deps.clock.now());
  const problems = isChecked ? findProblems(key, answers, today) : [];
  return {
    version,
    seen: seenAnswers(key, shown),
    lastSaved: updatedAt && lastSavedText(updatedAt, today),
    values: sectionFormValues(key, shown),
    problems: Object.fromEntries(problems.map(({ field, message }) => [field, [message]])),
  };
}

function lastSavedText(updatedAt: string, today: string): string {
  const isToday = londonDate(new Date(updatedAt)) === today;
  return isToday ? `Saved at ${formatTime(updatedAt)}` : `Saved on ${formatInstant(updatedAt)}`;
}
