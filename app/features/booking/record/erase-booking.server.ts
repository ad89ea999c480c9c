import { byIds } from "#app/kit/pieces.server.ts";
import type { Deps } from "#app/deps.server.ts";
import { ERASED, RESTRICTED } from "#app/features/data-protection/restriction.ts";
import { isBookingRestricted } from "#app/features/data-protection/restrictions.server.ts";
import type { Executor } from "#app/platform/database.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { ALL_FIELDS, isNullable, isText } from "#app/features/booking/fields/field-values.ts";
import { withNewLink } from "./access-links.ts";
import { findBooking } from "./find-booking.server.ts";
import { updateBooking } from "./write-booking.server.ts";

const NOTHING_PERSONAL: Partial<BookingRow> = {
  ...Object.fromEntries(
    ALL_FIELDS.filter((field) => isText(field) || field.column?.endsWith("_sealed")).flatMap((field) =>
      field.column ? [[field.column, field.erased ?? (isNullable(field) ? null : "")]] : [],
    ),
  ),
  draft_id: null,
  referrer_email_key: "",
  client_details_sealed: null,
  utm_parameters: "{}",
  session_data: "{}",
  awaits_contact_since: null,
  billing_to_change_since: null,
  over_cap_since: null,
};

/** True when the booking's personal data was erased. */
export const isErased = (booking: Pick<BookingRow, "referrer_email_key">): boolean =>
  booking.referrer_email_key === NOTHING_PERSONAL.referrer_email_key;

/** Why staff may not fill in a booking, its referral forms included; null when they may. */
export async function staffRefusal(executor: Executor, booking: BookingRow): Promise<string | null> {
  if (isErased(booking)) return ERASED;
  return (await isBookingRestricted(executor, booking)) ? RESTRICTED : null;
}

/** Takes everything personal out of a booking and revokes its links; reference, dates, assessments, prices and status
 * stay. Harmless to repeat. */
export async function eraseBooking(
  executor: Executor,
  deps: Pick<Deps, "clock" | "secrets">,
  bookingId: string,
) {
  const booking = (await findBooking(executor, bookingId))!;
  await updateBooking(executor, deps, booking, { ...NOTHING_PERSONAL, ...withNewLink(booking) });
}

/** The ids among these whose bookings still have personal data. */
export async function unerasedBookings(executor: Executor, bookingIds: string[]): Promise<string[]> {
  const rows = await byIds(bookingIds, (piece) =>
    executor
      .selectFrom("bookings")
      .select("id")
      .where("id", "in", piece)
      .where("referrer_email_key", "!=", "")
      .execute(),
  );
  return rows.map(({ id }) => id);
}
