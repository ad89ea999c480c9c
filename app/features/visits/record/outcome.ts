const DAY_MS = 86_400_000;

/** How much of a visit took place. Held in part: a second visit is to be agreed. Not held: the booking's
 * visit is, again. */
export const HELD = {
  full: "Held in full",
  part: "Held in part, second visit needed",
  none: "Not held",
} as const;

export type Held = keyof typeof HELD;

export const NOT_HELD_REASONS = {
  unwell: "The person was unwell",
  refused: "The person refused",
  "not-at-home": "Nobody was at home",
  unsafe: "It was unsafe",
  "no-interpreter": "No interpreter came",
  "not-needed": "No assessment is needed",
  other: "Another reason",
} as const;

export type NotHeldReason = keyof typeof NOT_HELD_REASONS;

export const CONDUCTED = { "in-person": "In person", remote: "By video or phone" } as const;

/** Sealed together, because each may be about health. Times are `HH:MM`, London. */
export type OutcomeDetails = {
  reason: NotHeldReason | null;
  startedAt: string;
  endedAt: string;
  conducted: keyof typeof CONDUCTED | null;
  present: string;
  identity: string;
  note: string;
};

/** A report can be corrected for so many days after the first one. */
export const CORRECTION_DAYS = 7;

export function isTooLate(firstRecordedAt: string, now: Date): boolean {
  return Date.parse(firstRecordedAt) + CORRECTION_DAYS * DAY_MS < now.getTime();
}

/** `Not held: nobody was at home` */
export function outcomeWords(how: Held, details: Pick<OutcomeDetails, "reason"> | null): string {
  const reason = details?.reason ? NOT_HELD_REASONS[details.reason] : "";
  return reason ? `${HELD[how]}: ${reason.charAt(0).toLowerCase()}${reason.slice(1)}` : HELD[how];
}

/** The report in rows for a page, without empty ones. */
export function outcomeRows(how: Held, details: OutcomeDetails | null): [string, string][] {
  if (!details) return [["Outcome", HELD[how]]];
  const { startedAt, endedAt, conducted, present, identity, note } = details;
  const rows: [string, string][] = [
    ["Outcome", outcomeWords(how, details)],
    ["Time", startedAt && `${startedAt}–${endedAt}`],
    ["How", conducted ? CONDUCTED[conducted] : ""],
    ["Present", present],
    ["Identity confirmed by", identity],
    ["Note to the office", note],
  ];
  return rows.filter(([, value]) => value !== "");
}
