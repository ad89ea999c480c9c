import { promiseText } from "#app/features/catalogue/catalogue.ts";
import type { IsoDate } from "#app/platform/dates.ts";

export const BOOKING_STATUSES = ["pending", "confirmed", "completed", "cancelled"] as const;

export type BookingStatus = (typeof BOOKING_STATUSES)[number];

type StatusColour = "yellow" | "green" | "blue" | "red";

const STATUS: Record<BookingStatus, { label: string; colour: StatusColour; next: readonly BookingStatus[] }> =
  {
    pending: { label: "Pending Review", colour: "yellow", next: ["confirmed", "cancelled"] },
    confirmed: { label: "Confirmed", colour: "green", next: ["completed", "cancelled", "pending"] },
    completed: { label: "Completed", colour: "blue", next: ["confirmed", "pending"] },
    cancelled: { label: "Cancelled", colour: "red", next: ["pending", "confirmed"] },
  };

export const isBookingStatus = (value: unknown): value is BookingStatus =>
  typeof value === "string" && Object.hasOwn(STATUS, value);

/** Anything unknown counts as pending. */
export const toBookingStatus = (value: unknown): BookingStatus =>
  isBookingStatus(value) ? value : "pending";

export const statusLabel = (value: string): string => STATUS[toBookingStatus(value)].label;

export const statusColour = (value: string): StatusColour => STATUS[toBookingStatus(value)].colour;

export const nextStatuses = (from: BookingStatus): readonly BookingStatus[] => STATUS[from].next;

export const isReopening = (from: BookingStatus): boolean => from === "completed" || from === "cancelled";

/** The one day of a booking, from its visits (`bookingDay`). `as` says how firm it is: a visit's day, the date that
 * staff confirmed without one, or only wished for. */
export type BookingDay = {
  day: IsoDate;
  as: "visit" | "confirmed" | "wish";
  /** `Thursday 11 March 2027, 10:00–11:30`, without hours where there is no visit. */
  when: string;
  /** The visit has ended, or the day is past. */
  isOver: boolean;
};

type Dated = {
  status: BookingStatus;
  day: BookingDay | null;
  /** The visit to come. */
  visit?: { when: string; assessor: string } | null | undefined;
  /** We have spoken with the referrer: nobody waits for the contact that was promised. */
  isContacted?: boolean;
};

export function whatHappensNext({ status, day, visit, isContacted = false }: Dated): string {
  switch (status) {
    case "pending":
      return isContacted
        ? "We will be in touch to confirm the date."
        : `We will be in touch within ${promiseText()} to confirm the date.`;
    case "confirmed":
      if (visit) {
        const who = visit.assessor ? `, with ${visit.assessor}` : "";
        return `The visit is on ${visit.when}${who}. Please call us if anything changes.`;
      }
      if (day?.as === "visit") return "We will be in touch about what follows your visit.";
      return day?.as === "confirmed"
        ? `The assessment is on ${day.when}. Please call us if anything changes.`
        : "Your booking is confirmed. We will agree the date with you.";
    case "completed":
      return "The assessment has taken place. Thank you for booking with us.";
    case "cancelled":
      return "This booking was cancelled. Please call us if you did not expect that.";
  }
}

export const isToCome = (status: BookingStatus): boolean => status === "pending" || status === "confirmed";

/** Whether the day is more than a wish. */
export const isDateAgreed = <Day extends Pick<BookingDay, "as">>(day: Day | null): day is Day =>
  day !== null && day.as !== "wish";
