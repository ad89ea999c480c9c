import { recordAudit, type Actor } from "#app/features/audit/record-audit.server.ts";
import { enqueueMail } from "#app/features/mail/enqueue-mail.server.ts";
import { unlinkBooking } from "#app/features/accounts/registration/unlink-booking.server.ts";
import type { Deps } from "#app/deps.server.ts";
import { isBookingRestricted } from "#app/features/privacy/marks.server.ts";
import type { BookingRow } from "#app/platform/tables.ts";
import { updateBooking } from "#app/features/booking/write-booking.server.ts";
import type { BookingEdit } from "./edit-schema.ts";

export type EditResult =
  | { ok: true; changedFields: string[] }
  | { ok: false; problem: "not-found" }
  | { ok: false; problem: "restricted" }
  /** Somebody else saved first: `booking` is what they left. Nothing of this edit was written. */
  | { ok: false; problem: "changed-since"; booking: BookingRow };

/** Each editable column by the name of its field in forms and in the history. */
const COLUMNS = {
  referrerFirstName: "referrer_first_name",
  referrerLastName: "referrer_last_name",
  referrerEmail: "referrer_email",
  referrerCountryCode: "referrer_country_code",
  referrerPhone: "referrer_phone",
  referrerOrganisation: "referrer_organisation",
  assessmentLocation: "assessment_location",
  preferredDate: "preferred_date",
} as const satisfies Record<string, keyof BookingRow>;

type EditedColumns = Pick<BookingRow, (typeof COLUMNS)[keyof typeof COLUMNS]>;

function toColumns(edit: BookingEdit): EditedColumns {
  return {
    referrer_first_name: edit.referrerFirstName,
    referrer_last_name: edit.referrerLastName,
    referrer_email: edit.referrerEmail,
    referrer_country_code: edit.phone.countryCode,
    referrer_phone: edit.phone.digits,
    referrer_organisation: edit.referrerOrganisation,
    assessment_location: edit.assessmentLocation,
    preferred_date: edit.preferredDate,
  };
}

/** What somebody else saved, at each field where it differs from this edit: a message by field name. */
export function savedMeanwhile(booking: BookingRow, edit: BookingEdit): Record<string, string[]> {
  const columns = toColumns(edit);
  return Object.fromEntries(
    Object.entries(COLUMNS)
      .filter(([, column]) => columns[column] !== booking[column])
      .map(([field, column]) => [field, [`Saved meanwhile: ${booking[column] ?? "nothing"}`]]),
  );
}

/**
 * Changes contact, location or date of a booking; the history says who changed which fields. A new e-mail address
 * takes every earlier link, and the booking itself in an account, away from the old one, and gets a fresh link by mail.
 */
export async function editBooking(
  deps: Pick<Deps, "db" | "clock" | "ids" | "secrets" | "jobs">,
  bookingId: string,
  /** The version that the person saw. */
  version: number,
  edit: BookingEdit,
  by: { actor: Actor; requestId: string },
): Promise<EditResult> {
  const result = await deps.db.transaction().execute(async (trx): Promise<EditResult> => {
    const booking = await trx
      .selectFrom("bookings")
      .selectAll()
      .where("id", "=", bookingId)
      .executeTakeFirst();
    if (!booking) return { ok: false, problem: "not-found" };
    if (await isBookingRestricted(trx, booking)) return { ok: false, problem: "restricted" };
    if (booking.version !== version) return { ok: false, problem: "changed-since", booking };

    const columns = toColumns(edit);
    const changedFields = Object.entries(COLUMNS)
      .filter(([, column]) => columns[column] !== booking[column])
      .map(([field]) => field);
    if (changedFields.length === 0) return { ok: true, changedFields };

    const emailKey = edit.referrerEmail.toLowerCase();
    const isOtherAddress = emailKey !== booking.referrer_email_key;
    await updateBooking(trx, deps, booking, {
      ...columns,
      referrer_email_key: emailKey,
      referrer_phone_as_typed: edit.referrerPhone,
      token_version: booking.token_version + (isOtherAddress ? 1 : 0),
    });
    await recordAudit(trx, deps, {
      actor: by.actor,
      action: "booking.edited",
      subject: { kind: "booking", id: bookingId },
      changedFields,
      requestId: by.requestId,
    });
    if (isOtherAddress) {
      await unlinkBooking(trx, { id: bookingId, referrerEmailKey: emailKey });
      await enqueueMail(trx, deps, {
        topic: "access-link",
        to: edit.referrerEmail,
        bookingId,
        dedupeKey: `access-link:${bookingId}:version-${version + 1}`,
        payload: {},
      });
    }
    return { ok: true, changedFields };
  });
  if (result.ok) deps.jobs.wake();
  return result;
}
