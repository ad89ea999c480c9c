import { formatLongDate, formatShortDate } from "#app/platform/dates.ts";
import { PRICE_ON_REQUEST, priceText } from "#app/features/catalogue/pricing.ts";
import { formatPoundsAndPence } from "#app/platform/money.ts";
import { phoneAsTyped } from "#app/features/contact-details/phone.ts";
import type { AssessmentPrice, BookingReadModel } from "./read-model.ts";

const CLIENT_NAME = ["clientTitle", "clientFirstName", "clientLastName"] as const;

type ClientKey = Extract<keyof BookingReadModel, `client${string}`>;

/** What the referrer's pages show of a booking: nothing of the client but the name, so that nothing else is sent. */
export type BookingSummary = Omit<BookingReadModel, Exclude<ClientKey, (typeof CLIENT_NAME)[number]>>;

/** Leaves out whatever else is known of the client, also fields that the read model gets later. */
export function summariseBooking(booking: BookingReadModel): BookingSummary {
  const isShown = (key: string) => !key.startsWith("client") || CLIENT_NAME.some((name) => name === key);
  return Object.fromEntries(Object.entries(booking).filter(([key]) => isShown(key))) as BookingSummary;
}

/** `Mrs Ada Smith`, or what to say when nothing was given (DESIGN decision 8). */
export function clientName(booking: BookingSummary): string {
  const name = [booking.clientTitle, booking.clientFirstName, booking.clientLastName]
    .filter(Boolean)
    .join(" ");
  return name || "Not provided yet";
}

export function referrerName(booking: BookingSummary): string {
  return `${booking.referrerFirstName} ${booking.referrerLastName}`;
}

/** `+44 07700 900123` */
export function referrerPhone(booking: BookingSummary): string | null {
  if (!booking.referrerPhoneAsTyped) return null;
  return phoneAsTyped(booking.referrerCountryCode, booking.referrerPhoneAsTyped);
}

/** `Virtual Assessment`, the place, or `To be confirmed`. */
export function locationWords(booking: Pick<BookingSummary, "isVirtual" | "assessmentLocation">): string {
  if (booking.isVirtual) return "Virtual Assessment";
  return booking.assessmentLocation ?? "To be confirmed";
}

/** `Monday 22 March 2027`, or the words given for no date. */
export function longDateOr(date: string | null, none: string): string {
  return date ? formatLongDate(date) : none;
}

/** `22/03/2027`, or the words given for no date. */
export function shortDateOr(date: string | null, none: string): string {
  return date ? formatShortDate(date) : none;
}

/** `£595`, or `Price on request`. */
export function priceWords(line: Pick<AssessmentPrice, "price">): string {
  return priceText(line.price === null ? null : line.price * 100);
}

/** True when everything chosen is priced on request: such a booking shows no £0. */
export function isOnlyPriceOnRequest(booking: Pick<BookingSummary, "calculatedPricing">): boolean {
  const prices = booking.calculatedPricing.assessmentPrices;
  return prices.length > 0 && prices.every((line) => line.isPriceOnRequest);
}

/** `£1,120.00`, or `Price on request`. */
export function totalWords(booking: Pick<BookingSummary, "calculatedPricing" | "totalValue">): string {
  return isOnlyPriceOnRequest(booking) ? PRICE_ON_REQUEST : formatPoundsAndPence(booking.totalValue * 100);
}
