import { sql, type Kysely } from "kysely";

/** The sentences that the releases before wrote into `last_error`. */
const CODES = [
  ["by-staff", "Cancelled by staff."],
  ["booking-gone", "The booking is no longer there."],
  ["booking-cancelled", "The booking was cancelled."],
  ["booking-closed", "The booking is closed."],
  ["nothing-to-invoice", "The booking was changed, and calls for no invoice now."],
  ["restricted", "The privacy desk restricted the use of this person's data."],
  ["status-changed-again", "The status has changed again since."],
  ["day-passed", "The day of the assessment has passed."],
  ["forms-submitted", "The referral forms were submitted."],
  ["reminders-stopped", "The referrer asked for no more reminders."],
  ["code-expired", "The code was no longer valid."],
  ["link-expired", "The link was no longer valid."],
  ["text-deleted", "The text was deleted: it was past its retention period."],
] as const;

/** Why a job was cancelled, and what kind of record an erasure deleted, as codes. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable("outbox").addColumn("cancel_code", "text").execute();
  for (const [code, sentence] of CODES) {
    await sql`update outbox set cancel_code = ${code} where state = 'cancelled' and last_error = ${sentence}`.execute(
      db,
    );
  }
  await sql`
    update outbox set cancel_code = 'by-staff' where state = 'cancelled' and last_error like '% Cancelled by staff.'
  `.execute(db);
  await db.schema.alterTable("tombstones").addColumn("record", "text").execute();
  await sql`update tombstones set record = 'booking' where kind = 'booking'`.execute(db);
}
