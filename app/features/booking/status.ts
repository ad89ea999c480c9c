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

export function isBookingStatus(value: unknown): value is BookingStatus {
  return typeof value === "string" && Object.hasOwn(STATUS, value);
}

/** Anything unknown counts as pending. */
export function toBookingStatus(value: unknown): BookingStatus {
  return isBookingStatus(value) ? value : "pending";
}

export function statusLabel(value: string): string {
  return STATUS[toBookingStatus(value)].label;
}

export function statusColour(value: string): StatusColour {
  return STATUS[toBookingStatus(value)].colour;
}

export function nextStatuses(from: BookingStatus): readonly BookingStatus[] {
  return STATUS[from].next;
}

export function isReopening(from: BookingStatus): boolean {
  return from === "completed" || from === "cancelled";
}
