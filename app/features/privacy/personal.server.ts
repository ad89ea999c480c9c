import type { Personal } from "#app/features/data-protection/personal.ts";
import { findBooking } from "#app/features/booking/record/find-booking.server.ts";
import { hasOptedOut } from "#app/features/mail/stop-reminders.server.ts";

export const personal: Personal = {
  /** Consents of the referrer, given and taken back. */
  async exportBooking({ db }, bookingId) {
    const row = (await findBooking(db, bookingId))!;
    return {
      consents: {
        email: row.consent_email === 1,
        whatsApp: row.consent_whatsapp === 1,
        updates: row.consent_updates === 1,
        privacyPolicy: row.consent_privacy_policy === 1,
        startWithin14Days: row.start_requested === 1,
        wordingVersion: row.consent_wording_version,
        givenAt: row.consent_at,
        remindersStopped: await hasOptedOut(db, bookingId),
      },
    };
  },
  /** Deletes cases together with their history, because a case names the person who was looked up. */
  async purge({ db }, { cutoffs, kept }) {
    let complaints = db.deleteFrom("complaints").where("updated_at", "<", cutoffs.realisedBookings);
    if (kept.emailKeys.length > 0) complaints = complaints.where("email_key", "not in", kept.emailKeys);
    await complaints.execute();
    let cases = db.deleteFrom("privacy_cases").where("opened_at", "<", cutoffs.realisedBookings);
    if (kept.subjectIds.length > 0) cases = cases.where("id", "not in", kept.subjectIds);
    await cases.execute();
  },
};
