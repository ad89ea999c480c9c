import { formatShortDate, type IsoDate } from "#app/platform/dates.ts";

/** The days by which somebody needs the report, as the referral forms say. */
const DEADLINES = { hearing: "Hearing", report: "Report needed by", decision: "Deadline" } as const;

export type Deadline = { kind: keyof typeof DEADLINES; day: IsoDate };

/** `Hearing 03/12/2026`; `isPast` on the days after it. */
export type DeadlineNote = { words: string; isPast: boolean };

export const deadlineNotes = (deadlines: readonly Deadline[] | undefined, today: IsoDate): DeadlineNote[] =>
  (deadlines ?? []).map(({ kind, day }) => ({
    words: `${DEADLINES[kind]} ${formatShortDate(day)}`,
    isPast: day < today,
  }));
