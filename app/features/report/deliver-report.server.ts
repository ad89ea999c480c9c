import type { Deps } from "#app/deps.server.ts";
import { recordAudit, type ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { findBookingForJob } from "#app/features/booking/record/find-booking.server.ts";
import { isErased } from "#app/features/booking/record/erase-booking.server.ts";
import { isBookingRestricted } from "#app/features/data-protection/restrictions.server.ts";
import { findDocumentRow } from "#app/features/documents/document-rows.server.ts";
import { enqueueMail } from "#app/features/outbox/enqueue-mail.server.ts";
import { transact, type Executor } from "#app/platform/database.server.ts";
import { londonDate, startOfLondonDay } from "#app/platform/dates.ts";
import { hitRateLimit } from "#app/platform/rate-limit.server.ts";
import { isEqualSecret } from "#app/platform/secrets.server.ts";
import { RATE_LIMITS } from "#app/rate-limits.ts";
import {
  findDelivery,
  findReport,
  isHeld,
  sealedDelivery,
  sealedReceivedBy,
  type Addressee,
  type Delivery,
  type Report,
} from "./report-rows.server.ts";
import { changeReport } from "./change-report.server.ts";
import { LINK_DAYS, type RecipientRole } from "./report-words.ts";
import { addWorkingDays } from "./working-days.server.ts";

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const CODE_MINUTES = 10;
const MAX_CODE_ATTEMPTS = 5;
const REMINDER_WORKING_DAYS = 3;
const NOTICE_WORKING_DAYS = 7;

const CODE_HASH = "report-code";

const linkEnd = ({ clock }: Pick<Deps, "clock">) =>
  new Date(clock.now().getTime() + LINK_DAYS * DAY_MS).toISOString();

/** The token in a recipient's link: derived, never stored, and good for this delivery alone. */
const tokenOf = (
  { secrets }: Pick<Deps, "secrets">,
  { id, token_version }: Pick<Delivery, "id" | "token_version">,
) => secrets.accessToken(`report-delivery:${id}`, token_version);

export function isDeliveryToken(deps: Pick<Deps, "secrets">, delivery: Delivery, token: string): boolean {
  return deps.secrets.isAccessToken(token, `report-delivery:${delivery.id}`, delivery.token_version);
}

type MailedDelivery = Pick<Delivery, "id" | "email" | "token_version">;

/** The address that a recipient gets by mail. */
export const deliveryLink = (deps: Pick<Deps, "env" | "secrets">, delivery: MailedDelivery) =>
  `${deps.env.APP_ORIGIN}/reports/${delivery.id}?token=${tokenOf(deps, delivery)}`;

/** 09:00 London so many working days from today, as a UTC instant. */
function morningAfter({ clock }: Pick<Deps, "clock">, workingDays: number): string {
  const day = addWorkingDays(londonDate(clock.now()), workingDays);
  return new Date(startOfLondonDay(day).getTime() + 9 * HOUR_MS).toISOString();
}

/** Queues a mail to a recipient: without name, attachment or outcome. */
export async function tellRecipient(
  trx: Executor,
  deps: Deps,
  told: {
    booking: Pick<BookingRow, "id">;
    delivery: MailedDelivery;
    topic: "report-ready" | "report-withdrawn" | "report-reminder";
    notBefore?: string;
  },
): Promise<void> {
  const { booking, delivery, topic, notBefore } = told;
  await enqueueMail(trx, deps, {
    topic,
    to: delivery.email,
    bookingId: booking.id,
    dedupeKey: `${topic}:${delivery.id}:${delivery.token_version}`,
    payload: { deliveryId: delivery.id, url: deliveryLink(deps, delivery) },
    ...(notBefore ? { notBefore } : {}),
  });
}

/** Makes the delivery of a released report to one recipient, with its mails: the link now, a reminder, and a notice to the
 * office where nobody confirms the receipt. */
export async function makeDelivery(
  trx: Executor,
  deps: Deps,
  made: { booking: BookingRow; report: Report; recipient: Addressee & { role: RecipientRole } },
): Promise<void> {
  const { booking, report, recipient } = made;
  const id = deps.ids.uuid();
  const { role, name, email } = recipient;
  await trx
    .insertInto("report_deliveries")
    .values({
      id,
      report_id: report.id,
      role,
      details_sealed: sealedDelivery.encrypt(deps.secrets, id, { name, email }),
      token_version: 1,
      created_at: deps.clock.now().toISOString(),
      expires_at: linkEnd(deps),
      code_hash: null,
      code_expires_at: null,
      code_attempts: 0,
      opened_at: null,
      downloaded_at: null,
      received_at: null,
      received_by_sealed: null,
    })
    .execute();
  const delivery = { id, email, token_version: 1 };
  await tellRecipient(trx, deps, { booking, delivery, topic: "report-ready" });
  const notBefore = morningAfter(deps, REMINDER_WORKING_DAYS);
  await tellRecipient(trx, deps, { booking, delivery, topic: "report-reminder", notBefore });
  await enqueueMail(trx, deps, {
    topic: "report-unread",
    to: deps.settings.current().company.email,
    bookingId: booking.id,
    dedupeKey: `report-unread:${id}`,
    payload: { deliveryId: id, url: `${deps.env.APP_ORIGIN}/admin/bookings/${booking.id}/report` },
    notBefore: morningAfter(deps, NOTICE_WORKING_DAYS),
  });
}

export type OpenDelivery = { delivery: Delivery; report: Report; booking: BookingRow; isInfected: boolean };

/** A delivery with its report. Null for one that is not there, or whose booking was erased. */
export async function readDelivery(deps: Deps, id: string): Promise<OpenDelivery | null> {
  const delivery = await findDelivery(deps, id);
  const report = delivery && (await findReport(deps, delivery.report_id));
  const booking = report && (await findBookingForJob(deps.db, report.booking_id));
  if (!delivery || !report || !booking || isErased(booking)) return null;
  const file = await findDocumentRow(deps.db, report.document_id);
  return { delivery, report, booking, isInfected: file?.scan === "infected" };
}

/** Why a recipient with the right link cannot open the report now; null when it can be opened. */
export async function deliveryProblem(
  deps: Deps,
  { delivery, report, booking, isInfected }: OpenDelivery,
): Promise<"withdrawn" | "held" | "infected" | "expired" | null> {
  if (report.state !== "released") return "withdrawn";
  if ((await isHeld(deps.db, booking.id)) || (await isBookingRestricted(deps.db, booking))) return "held";
  if (isInfected) return "infected";
  return delivery.expires_at <= deps.clock.now().toISOString() ? "expired" : null;
}

/** Mails the recipient a new link for another 90 days; earlier links stop working. Returns a sentence when it is refused. */
export async function renewLink(
  deps: Deps,
  { delivery, booking }: OpenDelivery,
  by: ActedByRequest,
): Promise<string | null> {
  return changeReport(deps, { bookingId: booking.id, by }, async (trx) => {
    const token_version = delivery.token_version + 1;
    const { numUpdatedRows } = await trx
      .updateTable("report_deliveries")
      .set({ token_version, expires_at: linkEnd(deps), code_hash: null })
      .where("id", "=", delivery.id)
      .where("token_version", "=", delivery.token_version)
      .executeTakeFirst();
    if (numUpdatedRows !== 1n) return;
    const renewed = { ...delivery, token_version };
    await tellRecipient(trx, deps, { booking, delivery: renewed, topic: "report-ready" });
    await recordAudit(trx, deps, by, "report.link-renewed", ["booking", booking.id]);
  });
}

/** Mails a code to the recipient; an earlier one stops working. False when too many were sent. */
export async function sendReportCode(deps: Deps, { delivery, booking }: OpenDelivery): Promise<boolean> {
  const verdict = await hitRateLimit(deps, RATE_LIMITS.otpSend, `report\n${delivery.id}`);
  if (!verdict.isAllowed) return false;
  const code = deps.ids.sixDigits();
  await transact(deps.db, async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable("report_deliveries")
      .set({
        code_hash: deps.secrets.hash(`${delivery.id}\n${code}`, CODE_HASH),
        code_expires_at: new Date(deps.clock.now().getTime() + CODE_MINUTES * 60_000).toISOString(),
        code_attempts: 0,
      })
      .where("id", "=", delivery.id)
      .executeTakeFirst();
    if (numUpdatedRows !== 1n) return;
    await enqueueMail(trx, deps, {
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
export async function checkReportCode(
  deps: Deps,
  { delivery }: OpenDelivery,
  code: string,
): Promise<boolean> {
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
  const typed = deps.secrets.hashes(`${delivery.id}\n${code}`, CODE_HASH);
  if (!typed.some((hash) => isEqualSecret(counted?.code_hash ?? "", hash))) return false;
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
  await transact(deps.db, async (trx) => {
    await trx
      .updateTable("report_deliveries")
      .set({ downloaded_at: delivery.downloaded_at ?? now, opened_at: delivery.opened_at ?? now })
      .where("id", "=", delivery.id)
      .execute();
    await recordAudit(trx, deps, by, "report.downloaded", ["booking", booking.id]);
  });
}

/** Records "I have received this report" with the typed name; a second one changes nothing. */
export async function recordReceipt(
  deps: Deps,
  { delivery, booking }: OpenDelivery,
  { receivedBy, by }: { receivedBy: string; by: ActedByRequest },
): Promise<void> {
  await transact(deps.db, async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable("report_deliveries")
      .set({
        received_at: deps.clock.now().toISOString(),
        received_by_sealed: sealedReceivedBy.encrypt(deps.secrets, delivery.id, receivedBy),
      })
      .where("id", "=", delivery.id)
      .where("received_at", "is", null)
      .executeTakeFirst();
    if (numUpdatedRows === 1n) await recordAudit(trx, deps, by, "report.received", ["booking", booking.id]);
  });
}

/** Why a queued mail about a delivery is no longer wanted; null when it is. */
export async function reasonAgainstDeliveryMail(
  deps: Deps,
  topic: "report-ready" | "report-reminder" | "report-unread",
  deliveryId: string,
): Promise<"report-withdrawn" | "report-infected" | "report-received" | null> {
  const opened = await readDelivery(deps, deliveryId);
  if (!opened || opened.report.state !== "released" || (await isHeld(deps.db, opened.booking.id)))
    return "report-withdrawn";
  if (opened.isInfected) return "report-infected";
  return topic !== "report-ready" && opened.delivery.received_at !== null ? "report-received" : null;
}
