import type { Deps } from "#app/deps.server.ts";
import { assessorsById } from "#app/features/assessors/assessors.server.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import { findBooking } from "#app/features/booking/record/find-booking.server.ts";
import { enqueueMail } from "#app/features/outbox/enqueue-mail.server.ts";
import { findDocument } from "#app/features/documents/document-rows.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import type { Executor } from "#app/platform/database.server.ts";
import { possibleRecipients } from "./change-report.server.ts";
import { deliverReport, tellRecipient } from "./deliver-report.server.ts";
import { changeReport, type Change } from "./report-change.server.ts";
import { deliveriesOf, findReport, isHeld, sealedReport, type Report } from "./report-rows.server.ts";

type Review = Change & { reportId: string };

const CHANGED = "Somebody else has reviewed this report. This is how it is now.";
const HELD = "The report is on hold. Lift the hold first.";
const TWO_PEOPLE = "Somebody else must release this report: you uploaded it.";
const INFECTED = {
  "in-review": "The file contained a virus, and was deleted. Return the report to the assessor.",
  released: "The file contained a virus, and was deleted. Withdraw this version.",
};
const NOBODY = "Choose at least one recipient.";
const ALREADY = "Everybody whom you chose has a link to this version. “Send a new link” mails it again.";
const WAITING = "The file still waits for its virus check. Please try again in some minutes.";

/** Works on a report in this state, unless its booking may not be changed. Returns a sentence when it is refused. */
async function reviewIn(
  deps: Deps,
  { bookingId, reportId, by }: Review,
  state: Report["state"],
  work: (trx: Executor, report: Report, booking: BookingRow) => Promise<string | null>,
): Promise<string | null> {
  return changeReport(deps, { bookingId, by }, async (trx) => {
    const booking = (await findBooking(trx, bookingId))!;
    const report = await findReport({ ...deps, db: trx }, reportId);
    return report?.booking_id === bookingId && report.state === state ? work(trx, report, booking) : CHANGED;
  });
}

type Sending = Review & { recipients: readonly string[] };

/** Sends a report that is or was just released to the chosen recipients. A sentence when it is refused; else how
 * many are mailed. */
async function sendTo(
  trx: Executor,
  deps: Deps,
  report: Report,
  booking: BookingRow,
  ids: readonly string[],
) {
  if (await isHeld(trx, booking.id)) return HELD;
  const file = await findDocument({ ...deps, db: trx }, report.document_id);
  if (file?.scan === "infected") return INFECTED[report.state === "released" ? "released" : "in-review"];
  if (!file || file.scan === "waiting") return WAITING;
  const possible = await possibleRecipients({ ...deps, db: trx }, booking);
  const recipients = possible.filter(({ id }) => ids.includes(id));
  if (recipients.length === 0) return NOBODY;
  return deliverReport(trx, deps, { bookingId: booking.id, report, recipients });
}

const inWords = (count: number) => `to ${count} ${count === 1 ? "recipient" : "recipients"}`;

/** Releases a report in review to the chosen recipients, and mails each a link. Returns a sentence when
 * it is refused. */
export async function releaseReport(deps: Deps, review: Sending) {
  return reviewIn(deps, review, "in-review", async (trx, report, booking) => {
    const { by } = review;
    const isOwn = report.author_id === by.actor.id;
    if (isOwn && deps.settings.current().documents.needsTwoPeople) return TWO_PEOPLE;
    const sent = await sendTo(trx, deps, report, booking, review.recipients);
    if (typeof sent === "string") return sent;
    await trx
      .updateTable("reports")
      .set({ state: "released", reviewed_by: by.actor.id, reviewed_at: deps.clock.now().toISOString() })
      .where("id", "=", report.id)
      .execute();
    const note = `Version ${report.version}, ${inWords(sent)}`;
    await recordAudit(trx, deps, by, "report.released", ["booking", booking.id], { note });
    return null;
  });
}

/** Sends a released report to chosen recipients who have no link to it. Returns a sentence when it is refused. */
export async function sendReleasedReport(deps: Deps, sending: Sending) {
  return reviewIn(deps, sending, "released", async (trx, report, booking) => {
    const sent = await sendTo(trx, deps, report, booking, sending.recipients);
    if (typeof sent === "string") return sent;
    if (sent === 0) return ALREADY;
    const note = `Version ${report.version}, ${inWords(sent)}`;
    await recordAudit(trx, deps, sending.by, "report.sent", ["booking", booking.id], { note });
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
    if (!author) return null;
    await enqueueMail(trx, deps, {
      topic: "report-returned",
      to: author.email,
      bookingId: booking.id,
      dedupeKey: `report-returned:${report.id}`,
      payload: { assessorId: report.author_id },
    });
    return null;
  });
}

/** Withdraws a released report: links of its recipients end, and each is told. Returns a sentence when
 * it is refused. */
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
      await tellRecipient(trx, deps, { bookingId: booking.id, delivery, topic: "report-withdrawn" });
    }
    await recordAudit(trx, deps, by, "report.withdrawn", ["booking", booking.id], {
      note: `Version ${report.version}; ${deliveries.filter((one) => one.downloaded_at !== null).length} had downloaded it`,
    });
    return null;
  });
}
