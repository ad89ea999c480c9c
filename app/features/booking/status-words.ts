import { promiseText } from "#app/features/catalogue/catalogue.ts";
import { formatLongDate, type IsoDate } from "#app/platform/dates.ts";
import type { BookingStatus } from "./status.ts";

type Dated = { status: BookingStatus; preferredDate: IsoDate | null };

export function whatHappensNext({ status, preferredDate }: Dated): string {
  switch (status) {
    case "pending":
      return `We will be in touch within ${promiseText()} to confirm the date.`;
    case "confirmed":
      return preferredDate
        ? `The assessment is on ${formatLongDate(preferredDate)}. Please call us if anything changes.`
        : "Your booking is confirmed. We will agree the date with you.";
    case "completed":
      return "The assessment has taken place. Thank you for booking with us.";
    case "cancelled":
      return "This booking was cancelled. Please call us if you did not expect that.";
  }
}

export function isToCome(status: BookingStatus): boolean {
  return status === "pending" || status === "confirmed";
}

export function isDateAgreed({ status, preferredDate }: Dated): boolean {
  return preferredDate !== null && (status === "confirmed" || status === "completed");
}
