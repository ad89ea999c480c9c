import { addDays, startOfLondonDay, type IsoDate } from "#app/platform/dates.ts";
import type { ContributionRow } from "./tables.ts";
import { LATE_HOURS, MAX_REMINDERS } from "./words.ts";

type Asked = Pick<ContributionRow, "state" | "until_on" | "token_version">;

/** The booking, as far as its parts depend on it. `visitDay` is that of the visit to come; null without one. */
export type BookingFacts = {
  visitDay: IsoDate | null;
  isClosed: boolean;
  isRestricted: boolean;
  /** Staff or the referrer gave the booking to somebody else: both name and date of birth are others. */
  isAnotherPerson: boolean;
};

/** The last day on which answers are taken: the agreed one, and before the visit in any case. */
export function lastDay({ until_on }: Pick<Asked, "until_on">, visitDay: IsoDate | null): IsoDate {
  const before = visitDay === null ? until_on : addDays(visitDay, -1);
  return before < until_on ? before : until_on;
}

/** `late`: the last day is over, and what is sent now is still taken. */
export type Standing =
  | "asked"
  | "opened"
  | "late"
  | "expired"
  | "sent"
  | "taken"
  | "declined"
  | "not-me"
  | "withdrawn"
  | "closed"
  | "restricted"
  | "another-person";

/** The standing of somebody who was asked. Derived from the record, the booking and the time. */
export function standingOf(asked: Asked, facts: BookingFacts, now: Date): Standing {
  const { state } = asked;
  if (state === "withdrawn" || state === "declined" || state === "not-me") return state;
  if (facts.isAnotherPerson) return "another-person";
  if (facts.isRestricted) return "restricted";
  if (state === "sent" || state === "taken") return state;
  if (facts.isClosed) return "closed";
  const end = startOfLondonDay(addDays(lastDay(asked, facts.visitDay), 1)).getTime();
  if (now.getTime() < end) return state;
  return now.getTime() < end + LATE_HOURS * 3_600_000 ? "late" : "expired";
}

/** Answers can be written. */
export const takesAnswers = (standing: Standing) =>
  standing === "asked" || standing === "opened" || standing === "late";

/** Somebody still has to answer, or did not in time. */
export const isOut = (standing: Standing) => takesAnswers(standing) || standing === "expired";

/** The answers are there to be read by whoever asked, and by the assessor. */
export const isReadable = (standing: Standing) => standing === "sent" || standing === "taken";

/** Can be opened again with a new last day. */
export const mayReopen = (standing: Standing) =>
  ["late", "expired", "sent", "declined", "not-me", "withdrawn"].includes(standing);

/** Whether a reminder may be sent today. */
export function mayRemind(
  { reminders, reminded_at, asked_at }: Pick<ContributionRow, "reminders" | "reminded_at" | "asked_at">,
  now: Date,
): "yes" | "too-many" | "too-soon" {
  if (reminders >= MAX_REMINDERS) return "too-many";
  const last = Date.parse(reminded_at ?? asked_at);
  return now.getTime() - last < 24 * 3_600_000 ? "too-soon" : "yes";
}

export const STANDING_WORDS: Record<Standing, string> = {
  asked: "Not opened yet",
  opened: "Opened",
  late: "Late",
  expired: "Not sent in time",
  sent: "Answered",
  taken: "Answered, and looked at",
  declined: "Cannot help",
  "not-me": "Not for them",
  withdrawn: "Taken back",
  closed: "Closed with the booking",
  restricted: "Closed for now",
  "another-person": "Closed: the booking is about somebody else now",
};
