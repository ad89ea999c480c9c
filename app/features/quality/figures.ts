import type { Purpose } from "#app/features/report-writing/questions/question-words.ts";
import { REVIEW_CODES, type ReportKind, type ReviewCode } from "#app/features/report/report-words.ts";
import { NOT_HELD_REASONS, type NotHeldReason } from "#app/features/visits/record/outcome.ts";

/** The figures of “Proof of work”: each follows from counts of cases alone, and nobody can type one. */

/** Working days from the cancelling of a visit to its day. */
export const NOTICES = {
  late: "On the day",
  short: "1 or 2 working days before",
  long: "3 working days before or more",
} as const;
type Notice = keyof typeof NOTICES;

export const noticeOf = (days: number): Notice => (days < 1 ? "late" : days < 3 ? "short" : "long");

/** The name of a clock, and its unit's part of the counted values. */
const CLOCKS = {
  contact: { unit: "hours", parts: 10 },
  "to-visit": { unit: "days", parts: 1 },
  "to-report": { unit: "days", parts: 1 },
  "to-receipt": { unit: "days", parts: 1 },
} as const;
type Clock = keyof typeof CLOCKS;

/** Cases that are counted; the number of a clock is how long it ran. Stored for erased bookings: a key is never
 * renamed. */
export type CountKey =
  | "bookings"
  | `promise:${"kept" | "missed"}`
  | `${Clock}:${number}`
  | "held"
  | `not-held:${NotHeldReason}`
  | `cancelled:${Notice}`
  | `first:${"released" | "returned"}`
  | "returned"
  | `returned:${ReviewCode | "none"}`
  | `released:${ReportKind}`
  | "withdrawn"
  | "link-ended"
  | `asked:${Purpose}`
  | "again"
  | `again:${ReviewCode | "nothing"}`
  | "complaints";

/** How often each was counted. */
export type Tally = ReadonlyMap<CountKey, number>;

/** Fewer cases are not told: they say little, and readers may know whom they are about. */
export const FEWEST = 5;
const TOO_FEW = "too few";

const isTooFew = (count: number) => count > 0 && count < FEWEST;

const countOf = (tally: Tally, ...keys: CountKey[]) =>
  keys.reduce((sum, key) => sum + (tally.get(key) ?? 0), 0);

/** A number of cases; none is told. */
const cases = (count: number) => (isTooFew(count) ? TOO_FEW : String(count));

/** `24 of 30 (80%)` */
function share(part: number, all: number): string {
  if (all < FEWEST || isTooFew(part)) return TOO_FEW;
  return `${part} of ${all} (${Math.round((part * 100) / all)}%)`;
}

function forHundred(part: number, all: number): string {
  if (all < FEWEST || isTooFew(part)) return TOO_FEW;
  return `${Math.round((part * 1_000) / all) / 10} (${part} for ${all} reports)`;
}

/** The value that a part of all do not exceed: of 0.9, the smallest that nine of ten reach at most. */
export function percentile(values: readonly number[], part: number): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * part - 1e-9) - 1)] ?? null;
}

const UNITS = { hours: ["hour", "hours"], days: ["working day", "working days"] } as const;

export type Unit = keyof typeof UNITS;

export function took(value: number | null, unit: Unit): string {
  if (value === null) return "–";
  const shown = Math.round(value * 10) / 10;
  return `${shown} ${UNITS[unit][shown === 1 ? 0 : 1]}`;
}

function clock(tally: Tally, name: Clock, part: number): string {
  const { unit, parts } = CLOCKS[name];
  const values = [...tally].flatMap(([key, count]) =>
    key.startsWith(`${name}:`) ? Array<number>(count).fill(Number(key.slice(name.length + 1)) / parts) : [],
  );
  return values.length < FEWEST ? TOO_FEW : took(percentile(values, part), unit);
}

const keysOf = <Key extends string>(labels: Readonly<Record<Key, string>>) => Object.keys(labels) as Key[];
const notHeld = (tally: Tally) =>
  countOf(tally, ...keysOf(NOT_HELD_REASONS).map((reason) => `not-held:${reason}` as const));
const firstReviewed = (tally: Tally) => countOf(tally, "first:released", "first:returned");

type Figure = {
  group: string;
  name: string;
  /** The definition: which cases, and how they are counted. */
  says: string;
  value: (tally: Tally) => string;
  /** For the practice alone: the reader of a tender is not told. */
  isInside?: true;
  /** Counted for the whole practice alone. */
  isWhole?: true;
};

const clockRows = (group: string, name: string, of: Clock, says: string): Figure[] => [
  {
    group,
    name: `${name}: median`,
    says: `${says} Half took at most this.`,
    value: (t) => clock(t, of, 0.5),
  },
  {
    group,
    name: `${name}: 90th percentile`,
    says: "Nine of ten took at most this.",
    value: (t) => clock(t, of, 0.9),
  },
];

const SPEED = "How long it takes";
const REVIEW = "Review before the release";
const AFTER = "After the release";
const VISITS = "Visits";

const RETURNED_SAYS =
  "Versions that were returned with this reason; one can have several. “No reason was asked then”: they were returned before reviewers were asked.";

const ASKED: Record<Purpose, string> = {
  clarify: "Questions to clarify",
  wrong: "Questions about a wrong fact",
  court: "Questions of a court",
};

export const FIGURES: readonly Figure[] = [
  {
    group: SPEED,
    name: "Bookings",
    value: (t) => cases(countOf(t, "bookings")),
    says: "Bookings made in these months, those that were cancelled since too. All figures but complaints and outcomes are of these bookings.",
  },
  {
    group: SPEED,
    name: "First contact within the promise",
    says: "The referrer was reached, or a visit was agreed or offered, within the hours that the booking’s agreement promises, else the practice. Without bookings taken by telephone, and those whose promise still runs.",
    value: (t) => share(countOf(t, "promise:kept"), countOf(t, "promise:kept", "promise:missed")),
  },
  ...clockRows(
    SPEED,
    "Booking to first contact",
    "contact",
    "Hours, in tenths. Without bookings taken by telephone.",
  ),
  ...clockRows(
    SPEED,
    "Booking to visit",
    "to-visit",
    "Working days from the day of the booking to the first visit that took place.",
  ),
  ...clockRows(
    SPEED,
    "Visit to report",
    "to-report",
    "Working days from the last visit that took place to the first release of the report.",
  ),
  ...clockRows(
    SPEED,
    "Report to receipt",
    "to-receipt",
    "Working days from that release to the day on which its first recipient confirmed the receipt.",
  ),
  {
    group: REVIEW,
    name: "Reports released",
    value: (t) => cases(countOf(t, "released:report")),
    says: "Released versions, withdrawn ones too, without corrections and addenda.",
  },
  {
    group: REVIEW,
    name: "Released at first sending",
    says: "Bookings whose first version was released, of all whose first version was released or returned.",
    value: (t) => share(countOf(t, "first:released"), firstReviewed(t)),
  },
  {
    group: REVIEW,
    name: "Returned",
    value: (t) => cases(countOf(t, "returned")),
    says: "Versions that a reviewer returned to their author.",
  },
  ...[...keysOf(REVIEW_CODES), "none" as const].map((code): Figure => ({
    group: "Returned, by reason",
    says: RETURNED_SAYS,
    name: `Returned: ${code === "none" ? "no reason was asked then" : REVIEW_CODES[code]}`,
    value: (t) => cases(countOf(t, `returned:${code}`)),
  })),
  ...keysOf(ASKED).map((purpose): Figure => ({
    group: "Questions for 100 reports",
    name: ASKED[purpose],
    says: "Sets of questions that recipients asked about a version, by what they are for, for each 100 reports released.",
    value: (t) => forHundred(countOf(t, `asked:${purpose}`), countOf(t, "released:report")),
  })),
  {
    group: AFTER,
    name: "Corrections",
    says: "Versions that were released as a correction.",
    value: (t) => cases(countOf(t, "released:correction")),
  },
  {
    group: AFTER,
    name: "Addenda",
    says: "Versions that were released as an addendum.",
    value: (t) => cases(countOf(t, "released:addendum")),
  },
  {
    group: AFTER,
    name: "Withdrawals",
    says: "Released versions that were withdrawn.",
    value: (t) => cases(countOf(t, "withdrawn")),
  },
  {
    group: AFTER,
    name: "Links ended",
    value: (t) => cases(countOf(t, "link-ended")),
    says: "Links to a report that the office ended, such as one to a wrong recipient, also by removing its recipient. Why is not recorded.",
  },
  {
    group: AFTER,
    name: "Read again",
    value: (t) => cases(countOf(t, "again")),
    isInside: true,
    says: "Released reports that a reviewer read again: one in so many, and each assessor’s first five, by Settings.",
  },
  {
    group: AFTER,
    name: "Read again: nothing to note",
    isInside: true,
    says: "Of these, reports for which the reader ticked none of the reasons.",
    value: (t) => share(countOf(t, "again:nothing"), countOf(t, "again")),
  },
  ...keysOf(REVIEW_CODES).map((code): Figure => ({
    group: "Read again, by what was found",
    name: `Read again: ${REVIEW_CODES[code]}`,
    isInside: true,
    says: "Released reports for which the reader ticked this; one can have several.",
    value: (t) => cases(countOf(t, `again:${code}`)),
  })),
  {
    group: VISITS,
    name: "Visits held",
    value: (t) => cases(countOf(t, "held")),
    says: "Visits that took place, in full or in part.",
  },
  {
    group: VISITS,
    name: "Visits not held",
    says: "Visits that did not take place though their time came, of these and those that were held.",
    value: (t) => share(notHeld(t), notHeld(t) + countOf(t, "held")),
  },
  ...keysOf(NOT_HELD_REASONS).map((reason): Figure => ({
    group: "Visits not held, by reason",
    name: `Not held: ${NOT_HELD_REASONS[reason]}`,
    isInside: true,
    says: "By the assessor’s report; where only the office said so, another reason.",
    value: (t) => cases(countOf(t, `not-held:${reason}`)),
  })),
  ...keysOf(NOTICES).map((notice): Figure => ({
    group: "Visits cancelled, by notice",
    name: `Cancelled: ${NOTICES[notice]}`,
    says: "Visits that were cancelled, by the working days until their day. One that was moved is none.",
    value: (t) => cases(countOf(t, `cancelled:${notice}`)),
  })),
  {
    group: "Complaints",
    name: "Complaints",
    value: (t) => cases(countOf(t, "complaints")),
    isWhole: true,
    says: "Complaints about data protection that came in these months. Whether one was upheld is not recorded.",
  },
];

/** The few figures that stand side by side for months, assessors and organisations. */
export const COMPARED: readonly { name: string; value: (tally: Tally) => string }[] = [
  { name: "Visits held", value: (t) => cases(countOf(t, "held")) },
  { name: "Visits not held", value: (t) => share(notHeld(t), notHeld(t) + countOf(t, "held")) },
  { name: "Booking to visit", value: (t) => clock(t, "to-visit", 0.5) },
  { name: "Reports released", value: (t) => cases(countOf(t, "released:report")) },
  { name: "Visit to report", value: (t) => clock(t, "to-report", 0.5) },
  { name: "At first sending", value: (t) => share(countOf(t, "first:released"), firstReviewed(t)) },
];

/** Changes of definitions; the day of each is that of the upgrade. Both are shown for months before it. */
export const CHANGES: Readonly<Record<`definition:${string}`, { now: string; before: string }>> = {
  "definition:reasons": {
    now: "Who returns a report chooses at least one reason.",
    before: "No reason was asked: earlier returns are counted as such.",
  },
  "definition:kept": {
    now: "A booking that is erased stays counted.",
    before: "Bookings that were erased earlier are in no figure.",
  },
};
