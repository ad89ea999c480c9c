import type { Deps } from "#app/deps.server.ts";
import { assessorsById } from "#app/features/assessors/assessors.server.ts";
import { recordAudit, type ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import { findBookingForJob } from "#app/features/booking/record/find-booking.server.ts";
import { staffRefusal } from "#app/features/booking/record/erase-booking.server.ts";
import { enqueueMail } from "#app/features/outbox/enqueue-mail.server.ts";
import { findDocument } from "#app/features/documents/document-rows.server.ts";
import { visitsOfBooking } from "#app/features/visits/find-visits.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { transact, type Executor } from "#app/platform/database.server.ts";
import { makeDelivery, tellRecipient } from "./deliver-report.server.ts";
import {
  deliveriesOf,
  findReport,
  isHeld,
  recipientsOf,
  sealedReport,
  type Addressee,
  type Report,
} from "./report-rows.server.ts";
import type { RecipientRole } from "./report-words.ts";

type Review = { bookingId: string; reportId: string; by: ActedByRequest };

const CHANGED = "Somebody else has reviewed this report. This is how it is now.";
const HELD = "The report is on hold. Lift the hold first.";
const TWO_PEOPLE = "Somebody else must release this report: you uploaded it.";
const INFECTED = "The file contained a virus, and was deleted. Return the report to the assessor.";
const WAITING = "The file still waits for its virus check. Please try again in some minutes.";

/** The recipient that every booking has. */
export const REFERRER = "referrer";

export function referrerOf(booking: BookingRow): Addressee {
  const { referrer_first_name, referrer_last_name, referrer_email } = booking;
  return { name: `${referrer_first_name} ${referrer_last_name}`, email: referrer_email };
}

/** All who can be chosen as recipients, the referrer first. */
export async function possibleRecipients(
  deps: Pick<Deps, "secrets"> & { db: Executor },
  booking: BookingRow,
) {
  const named = await recipientsOf(deps, booking.id);
  const referrer = { id: REFERRER, role: "referrer" as RecipientRole, ...referrerOf(booking) };
  return [referrer, ...named.map(({ id, role, name, email }) => ({ id, role, name, email }))];
}

/** Works on a report in this state, unless its booking may not be changed. Returns a sentence when it is refused. */
async function reviewIn(
  deps: Deps,
  { bookingId, reportId }: Review,
  state: Report["state"],
  work: (trx: Executor, report: Report, booking: BookingRow) => Promise<string | null>,
): Promise<string | null> {
  const refusal = await transact(deps.db, async (trx) => {
    const booking = await findBookingForJob(trx, bookingId);
    const report = await findReport({ ...deps, db: trx }, reportId);
    if (!booking || report?.booking_id !== bookingId) return CHANGED;
    const refused = await staffRefusal(trx, booking);
    if (refused) return refused;
    return report.state === state ? work(trx, report, booking) : CHANGED;
  });
  return refusal;
}

/** Releases a report in review to the chosen recipients, and mails each a link. Returns a sentence when it is refused. */
export async function releaseReport(deps: Deps, review: Review & { recipients: readonly string[] }) {
  return reviewIn(deps, review, "in-review", async (trx, report, booking) => {
    const { by } = review;
    if (await isHeld(trx, booking.id)) return HELD;
    const file = await findDocument({ ...deps, db: trx }, report.document_id);
    if (file?.scan === "infected") return INFECTED;
    if (!file || file.scan === "waiting") return WAITING;
    const isOwn = report.author_id === by.actor.id;
    if (isOwn && deps.settings.current().documents.needsTwoPeople) return TWO_PEOPLE;
    const possible = await possibleRecipients({ ...deps, db: trx }, booking);
    const chosen = possible.filter(({ id }) => review.recipients.includes(id));
    if (chosen.length === 0) return "Choose at least one recipient.";
    const now = deps.clock.now().toISOString();
    await trx
      .updateTable("reports")
      .set({ state: "released", reviewed_by: by.actor.id, reviewed_at: now })
      .where("id", "=", report.id)
      .execute();
    for (const recipient of chosen) await makeDelivery(trx, deps, { booking, report, recipient });
    await recordAudit(trx, deps, by, "report.released", ["booking", booking.id], {
      note: `Version ${report.version}, to ${chosen.length} ${chosen.length === 1 ? "recipient" : "recipients"}`,
    });
    return null;
  });
}

/** Returns a report in review to its author with a note. Returns a sentence when it is refused. */
export async function returnReport(deps: Deps, review: Review & { note: string }) {
  return reviewIn(deps, review, "in-review", async (trx, report, booking) => {
    const { by, note } = review;
    const { declaredName } = report;
    await trx
      .updateTable("reports")
      .set({
        state: "returned",
        reviewed_by: by.actor.id,
        reviewed_at: deps.clock.now().toISOString(),
        details_sealed: sealedReport.encrypt(deps.secrets, report.id, { declaredName, returnNote: note }),
      })
      .where("id", "=", report.id)
      .execute();
    await recordAudit(trx, deps, by, "report.returned", ["booking", booking.id]);
    const author = (await assessorsById({ ...deps, db: trx }, [report.author_id])).get(report.author_id);
    const visits = await visitsOfBooking({ ...deps, db: trx }, booking.id);
    const visit = visits.findLast(({ assessor_id }) => assessor_id === report.author_id);
    if (!author || !visit) return null;
    await enqueueMail(trx, deps, {
      topic: "report-returned",
      to: author.email,
      bookingId: booking.id,
      dedupeKey: `report-returned:${report.id}`,
      payload: { url: `${deps.env.APP_ORIGIN}/assessor/visits/${visit.id}/report` },
    });
    return null;
  });
}

/** Withdraws a released report: links of its recipients end, and each is told. Returns a sentence when it is refused. */
export async function withdrawReport(deps: Deps, review: Review & { reason: string }) {
  return reviewIn(deps, review, "released", async (trx, report, booking) => {
    const { by, reason } = review;
    const { declaredName } = report;
    await trx
      .updateTable("reports")
      .set({
        state: "withdrawn",
        withdrawn_at: deps.clock.now().toISOString(),
        details_sealed: sealedReport.encrypt(deps.secrets, report.id, {
          declaredName,
          withdrawReason: reason,
        }),
      })
      .where("id", "=", report.id)
      .execute();
    const deliveries = await deliveriesOf({ ...deps, db: trx }, [report.id]);
    for (const delivery of deliveries) {
      await tellRecipient(trx, deps, { booking, delivery, topic: "report-withdrawn" });
    }
    await recordAudit(trx, deps, by, "report.withdrawn", ["booking", booking.id], {
      note: `Version ${report.version}; ${deliveries.filter((one) => one.downloaded_at !== null).length} had downloaded it`,
    });
    return null;
  });
}
