import type { Deps } from "#app/deps.server.ts";
import { MAX_CODE_ATTEMPTS } from "#app/features/accounts/record/lifetimes.ts";
import { mailedCodes } from "#app/features/accounts/record/mailed-codes.server.ts";
import { recordAudit, type ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { findBooking } from "#app/features/booking/record/find-booking.server.ts";
import { isErased } from "#app/features/booking/record/erase-booking.server.ts";
import { isBookingRestricted } from "#app/features/data-protection/restrictions.server.ts";
import { findDocumentRow } from "#app/features/documents/document-rows.server.ts";
import { enqueueMail } from "#app/features/outbox/enqueue-mail.server.ts";
import { transact } from "#app/platform/database.server.ts";
import { hitRateLimit } from "#app/platform/rate-limit.server.ts";
import { RATE_LIMITS } from "#app/rate-limits.ts";
import {
  findDelivery,
  findReport,
  isHeld,
  sealedReceivedBy,
  type Delivery,
  type Report,
} from "./report-rows.server.ts";

/** The recipient’s side of a delivery: reads it, proves the address by a code, downloads and confirms. */

const codes = mailedCodes("report-code");

export type OpenDelivery = { delivery: Delivery; report: Report; booking: BookingRow; isInfected: boolean };

/** A delivery with its report. Null for one that is not there, or whose booking was erased. */
export async function readDelivery(deps: Deps, id: string): Promise<OpenDelivery | null> {
  const delivery = await findDelivery(deps, id);
  const report = delivery && (await findReport(deps, delivery.report_id));
  const booking = report && (await findBooking(deps.db, report.booking_id));
  if (!delivery || !report || !booking || isErased(booking)) return null;
  const file = await findDocumentRow(deps.db, report.document_id);
  return { delivery, report, booking, isInfected: file?.scan === "infected" };
}

export type DeliveryProblem = "ended" | "withdrawn" | "replaced" | "held" | "infected" | "expired";

/** Why a recipient with the right link cannot open the report now; null when it can be opened. */
export async function deliveryProblem(deps: Deps, { delivery, report, booking, isInfected }: OpenDelivery) {
  if (delivery.ended_at !== null) return "ended";
  if (report.state !== "released") return "withdrawn";
  if ((await isHeld(deps.db, booking.id)) || (await isBookingRestricted(deps.db, booking))) return "held";
  if (isInfected) return "infected";
  return delivery.expires_at <= deps.clock.now().toISOString() ? "expired" : null;
}

/** A code proves the address that it was mailed to, and no other. */
const addressOf = ({ id, email }: Pick<Delivery, "id" | "email">) => `${id}\n${email.toLowerCase()}`;

/** Mails a code to the recipient; an earlier one stops working. False when too many were sent. */
export async function sendReportCode(deps: Deps, { delivery, booking }: OpenDelivery): Promise<boolean> {
  const verdict = await hitRateLimit(deps, RATE_LIMITS.otpSend, `report\n${delivery.id}`);
  if (!verdict.isAllowed) return false;
  const { code, hash, expiresAt } = codes.make(deps, addressOf(delivery));
  await transact(deps, async (inside) => {
    const { numUpdatedRows } = await inside.db
      .updateTable("report_deliveries")
      .set({ code_hash: hash, code_expires_at: expiresAt, code_attempts: 0 })
      .where("id", "=", delivery.id)
      .where("ended_at", "is", null)
      .executeTakeFirst();
    if (numUpdatedRows !== 1n) return;
    await enqueueMail(inside, {
      topic: "report-code",
      to: delivery.email,
      bookingId: booking.id,
      dedupeKey: `report-code:${deps.ids.uuid()}`,
      payload: { code },
    });
  });
  return true;
}

/** Checks a mailed code, which works once and has five attempts. */
export async function checkReportCode(deps: Deps, { delivery }: OpenDelivery, code: string) {
  const now = deps.clock.now().toISOString();
  const counted = await deps.db
    .updateTable("report_deliveries")
    .set((eb) => ({ code_attempts: eb("code_attempts", "+", 1) }))
    .where("id", "=", delivery.id)
    .where("code_hash", "is not", null)
    .where("code_expires_at", ">", now)
    .where("code_attempts", "<", MAX_CODE_ATTEMPTS)
    .returning("code_hash")
    .executeTakeFirst();
  if (!codes.isRight(deps, addressOf(delivery), code, counted?.code_hash)) return false;
  const { numUpdatedRows } = await deps.db
    .updateTable("report_deliveries")
    .set({ code_hash: null, opened_at: delivery.opened_at ?? now })
    .where("id", "=", delivery.id)
    .where("code_hash", "=", counted!.code_hash)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function recordDownload(deps: Deps, { delivery, booking }: OpenDelivery, by: ActedByRequest) {
  const now = deps.clock.now().toISOString();
  await transact(deps, async (inside) => {
    await inside.db
      .updateTable("report_deliveries")
      .set({ downloaded_at: delivery.downloaded_at ?? now, opened_at: delivery.opened_at ?? now })
      .where("id", "=", delivery.id)
      .execute();
    await recordAudit(inside, by, "report.downloaded", ["booking", booking.id]);
  });
}

/** Records "I have received this report" with the typed name; a second one changes nothing. */
export async function recordReceipt(
  deps: Deps,
  { delivery, booking }: OpenDelivery,
  { receivedBy, by }: { receivedBy: string; by: ActedByRequest },
): Promise<void> {
  await transact(deps, async (inside) => {
    const { numUpdatedRows } = await inside.db
      .updateTable("report_deliveries")
      .set({
        received_at: deps.clock.now().toISOString(),
        received_by_sealed: sealedReceivedBy.encrypt(deps.secrets, delivery.id, receivedBy),
      })
      .where("id", "=", delivery.id)
      .where("received_at", "is", null)
      .executeTakeFirst();
    if (numUpdatedRows === 1n) await recordAudit(inside, by, "report.received", ["booking", booking.id]);
  });
}
