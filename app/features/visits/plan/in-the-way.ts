import type { ConsumerRights } from "#app/features/booking/fields/consumer.ts";
import type { BookingRequestRow } from "#app/features/booking/fields/tables.ts";
import { requestWords } from "#app/features/booking/record/request-words.ts";
import { formatLongDate, type IsoDate } from "#app/platform/dates.ts";

/** An open request for another date, as it is now. */
type AskedDate = Pick<BookingRequestRow, "id" | "day" | "version">;

/** Reckoned with on every way to a visit. */
export type InTheWay = {
  isCancelRequested: boolean;
  /** The last day of the right to cancel of a consumer who has not asked for a start before; null for none. */
  mayCancelUntil: IsoDate | null;
  askedDate: AskedDate | null;
  /** The requested day, where a visit can be agreed for it as things are. */
  planFor: IsoDate | null;
};

/** Things in the way of a visit, from the open requests and the referrer's right to cancel. `today` is the day in
 * London. */
export function inTheWay(
  requests: readonly BookingRequestRow[],
  rights: ConsumerRights | null,
  today: IsoDate,
): InTheWay {
  const way = {
    isCancelRequested: requests.some(({ kind }) => kind === "cancel"),
    mayCancelUntil: rights && !rights.isOver && !rights.isStartRequested ? rights.lastDay : null,
    askedDate: requests.find(({ kind }) => kind === "date") ?? null,
    planFor: null,
  };
  const day = way.askedDate?.day ?? null;
  return { ...way, planFor: day !== null && day >= today && whyNotYet(way, day) === null ? day : null };
}

/** Decisions about the things in the way. */
export type Decided = {
  /** The referrer asked for a start within the days of the right to cancel: it is recorded. */
  isStartRequested?: boolean;
  /** Whether a visit on another day than the requested one answers the request, or leaves it open. Left out: not
   * decided. */
  isRequestAnswered?: boolean | undefined;
  /** `seenAs` of the request that the decision is about; left out where it is about whichever is open. */
  requestSeen?: string | undefined;
};

/** Names a request in its version, for a form that shows it. */
export const seenAs = ({ id, version }: Pick<BookingRequestRow, "id" | "version">) => `${id}:${version}`;

export type NotYet =
  | { problem: "cancel-requested" }
  | { problem: "early-start"; lastDay: IsoDate }
  | { problem: "date-requested"; day: IsoDate | null };

/** True when the visit's day answers the request by itself. */
export const isAskedDay = ({ askedDate }: InTheWay, day: IsoDate | null) =>
  day !== null && askedDate?.day === day;

const isDecided = ({ id, version }: AskedDate, { isRequestAnswered, requestSeen }: Decided) =>
  isRequestAnswered !== undefined && (requestSeen === undefined || requestSeen === seenAs({ id, version }));

/** Why there can be no visit on this day (London) yet; null when nothing is in its way. `day` is null where a
 * booking is confirmed without one. */
export function whyNotYet(way: InTheWay, day: IsoDate | null, decided: Decided = {}): NotYet | null {
  const { isCancelRequested, mayCancelUntil, askedDate } = way;
  if (isCancelRequested) return { problem: "cancel-requested" };
  const isEarly = mayCancelUntil !== null && day !== null && day <= mayCancelUntil;
  if (isEarly && !decided.isStartRequested) return { problem: "early-start", lastDay: mayCancelUntil };
  if (askedDate && !isAskedDay(way, day) && !isDecided(askedDate, decided))
    return { problem: "date-requested", day: askedDate.day };
  return null;
}

/** The sentence for staff. */
export function notYetWords(notYet: NotYet): string {
  switch (notYet.problem) {
    case "cancel-requested":
      return "The referrer asks for the booking to be cancelled. Answer that request first.";
    case "early-start":
      return `The referrer may cancel without a reason until ${formatLongDate(notYet.lastDay)}, and has not asked us to start before. Choose a later day, or record that they asked.`;
    case "date-requested":
      return `The referrer asks for ${requestWords({ kind: "date", day: notYet.day })}. Choose that day, or decide whether this one answers the request.`;
  }
}
