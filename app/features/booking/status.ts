import type { BookingStatus } from "./tables.ts";

/** The states of a booking (SPEC section 4) and how staff may move between them (DESIGN decision 22). */

export type { BookingStatus };

/** In the order in which a booking passes through them. */
export const BOOKING_STATUSES = ["pending", "confirmed", "completed", "cancelled"] as const;

export type StatusColour = "yellow" | "green" | "blue" | "red";

const STATUS: Record<BookingStatus, { label: string; colour: StatusColour; next: readonly BookingStatus[] }> =
  {
    pending: { label: "Pending Review", colour: "yellow", next: ["confirmed", "cancelled"] },
    confirmed: { label: "Confirmed", colour: "green", next: ["completed", "cancelled", "pending"] },
    completed: { label: "Completed", colour: "blue", next: ["confirmed", "pending"] },
    cancelled: { label: "Cancelled", colour: "red", next: ["pending", "confirmed"] },
  };

export function isBookingStatus(value: unknown): value is BookingStatus {
  return typeof value === "string" && Object.hasOwn(STATUS, value);
}

/** A stored or received value as a status; anything unknown counts as pending (SPEC section 4). */
export function toBookingStatus(value: unknown): BookingStatus {
  return isBookingStatus(value) ? value : "pending";
}

/** `Pending Review`, as badges and mails say it. */
export function statusLabel(value: string): string {
  return STATUS[toBookingStatus(value)].label;
}

/** The badge's colour (SPEC section 4). */
export function statusColour(value: string): StatusColour {
  return STATUS[toBookingStatus(value)].colour;
}

/** Where a booking may go from here, the likeliest first. */
export function nextStatuses(from: BookingStatus): readonly BookingStatus[] {
  return STATUS[from].next;
}

/** A finished booking comes back only with a reason, which the history keeps. */
export function isReopening(from: BookingStatus): boolean {
  return from === "completed" || from === "cancelled";
}
