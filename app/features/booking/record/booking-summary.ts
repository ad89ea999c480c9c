import { formatLongDate } from "#app/platform/dates.ts";
import { PRICE_ON_REQUEST } from "#app/features/catalogue/pricing.ts";
import { formatPoundsAndPence } from "#app/platform/money.ts";
import { phoneForPeople } from "#app/platform/phone-number.ts";
import type { BookingReadModel } from "./queries.server.ts";

const CLIENT_NAME = ["clientTitle", "clientFirstName", "clientLastName"] as const;

type ClientKey = Extract<keyof BookingReadModel, `client${string}`>;

/** The booking as the referrer's pages get it: of the client only the name. */
export type BookingSummary = Omit<BookingReadModel, Exclude<ClientKey, (typeof CLIENT_NAME)[number]>>;

export function summariseBooking(booking: BookingReadModel): BookingSummary {
  const isShown = (key: string) => !key.startsWith("client") || CLIENT_NAME.some((name) => name === key);
  return Object.fromEntries(Object.entries(booking).filter(([key]) => isShown(key))) as BookingSummary;
}

/** A title alone names nobody. */
export function clientName(booking: BookingSummary): string {
  const names = [booking.clientFirstName, booking.clientLastName].filter(Boolean).join(" ");
  return names ? [booking.clientTitle, names].filter(Boolean).join(" ") : "Not provided yet";
}

export const referrerName = (booking: BookingSummary): string =>
  `${booking.referrerFirstName} ${booking.referrerLastName}`;

export function referrerPhone(booking: BookingSummary): string | null {
  if (!booking.referrerPhoneAsTyped) return null;
  return phoneForPeople(booking.referrerPhoneAsTyped, booking.referrerCountryCode);
}

export function locationWords(booking: Pick<BookingSummary, "isVirtual" | "assessmentLocation">): string {
  if (booking.isVirtual) return "Virtual Assessment";
  return booking.assessmentLocation ?? "To be confirmed";
}

export const longDateOr = (date: string | null, none: string): string => (date ? formatLongDate(date) : none);

export function isOnlyPriceOnRequest(booking: Pick<BookingSummary, "calculatedPricing">): boolean {
  const prices = booking.calculatedPricing.assessmentPrices;
  return prices.length > 0 && prices.every((line) => line.isPriceOnRequest);
}

export const totalWords = (booking: Pick<BookingSummary, "calculatedPricing" | "totalValue">): string =>
  isOnlyPriceOnRequest(booking) ? PRICE_ON_REQUEST : formatPoundsAndPence(booking.totalValue * 100);
