import type { RequestAnswer } from "#app/features/booking/fields/tables.ts";
import { formatLongDate, type IsoDate } from "#app/platform/dates.ts";

const REQUEST_KINDS = ["date", "cancel"] as const;
export type RequestKind = (typeof REQUEST_KINDS)[number];

/** `another date, Monday 8 March 2027`, after "asks for" or "asked for". */
export function requestWords({ kind, day }: { kind: RequestKind; day: IsoDate | null }): string {
  if (kind === "cancel") return "the booking to be cancelled";
  return day ? `another date, ${formatLongDate(day)}` : "another date";
}

export const ANSWER_WORDS: Record<RequestAnswer, string> = {
  accepted: "Accepted",
  declined: "Declined",
  withdrawn: "Taken back",
  "another-day": "Answered with another day",
  ended: "Ended with the booking",
  "by-right": "Took effect at once",
};
