import type { Executor } from "#app/platform/database.server.ts";
import { isIsoDate } from "#app/platform/dates.ts";
import type { Secrets } from "#app/platform/secrets.server.ts";
import type { SectionKey } from "#app/features/referral/sections/sections.ts";
import type { Deadline } from "./deadlines.ts";
import { readAnswers } from "./saved-referral.server.ts";

/** The answer that says each deadline. */
const ANSWERS: readonly [Deadline["kind"], section: SectionKey, name: string][] = [
  ["hearing", "courtApplication", "hearingOn"],
  ["report", "courtApplication", "deadlineOn"],
  ["decision", "decision", "decisionDeadline"],
];

/** The deadlines of each of these bookings that has any, the earliest first. One query; the answers are sealed, and
 * stored nowhere else. */
export async function deadlinesOf(deps: { db: Executor; secrets: Secrets }, bookingIds: readonly string[]) {
  const sections = [...new Set(ANSWERS.map(([, section]) => section))];
  const saved = await readAnswers(deps, bookingIds, sections);
  const deadlines = saved.flatMap(({ bookingId, section, answers }) =>
    ANSWERS.filter(([, of]) => of === section)
      .map(([kind, , name]) => ({ bookingId, kind, day: String(answers[name] ?? "") }))
      .filter(({ day }) => isIsoDate(day)),
  );
  const sorted = deadlines.toSorted((one, other) => (one.day < other.day ? -1 : 1));
  return Map.groupBy(sorted, ({ bookingId }) => bookingId);
}
