import type { Deps } from "#app/deps.server.ts";
import { recordAudit, type ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import type { CancelCode } from "#app/features/outbox/cancel-codes.ts";
import { enqueueMail } from "#app/features/outbox/enqueue-mail.server.ts";
import { postponeJobs, queueHeldBack } from "#app/features/outbox/held-back.server.ts";
import type { DeliveryTopic } from "#app/features/outbox/mail-topics.ts";
import type { Executor } from "#app/platform/database.server.ts";
import { londonDate, startOfLondonDay } from "#app/platform/dates.ts";
import { linkKey, linkMails } from "./link-mails.server.ts";
import { deliveryProblem, readDelivery, type OpenDelivery } from "./open-delivery.server.ts";
import { changeReport } from "./report-change.server.ts";
import {
  deliveriesOf,
  isHeld,
  isSameAddress,
  liveDeliveries,
  sealedDelivery,
  type Addressee,
  type Delivery,
  type Report,
} from "./report-rows.server.ts";
import { LINK_DAYS, type RecipientRole } from "./report-words.ts";
import { addWorkingDays } from "./working-days.server.ts";

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const REMINDER_WORKING_DAYS = 3;
/** After so many working days without a receipt the office is told to call the recipient. */
export const NOTICE_WORKING_DAYS = 7;

const linkEnd = ({ clock }: Pick<Deps, "clock">) =>
  new Date(clock.now().getTime() + LINK_DAYS * DAY_MS).toISOString();

type Link = Pick<Delivery, "id" | "token_version">;

/** A recipient's token is derived from this and the version: it is stored nowhere, and good for this delivery alone. */
const tokenId = ({ id }: Pick<Delivery, "id">) => `report-delivery:${id}`;

/** Whether a token opens a delivery, or is one that a newer link replaced. */
export function readDeliveryToken(
  { secrets }: Pick<Deps, "secrets">,
  delivery: Link,
  token: string,
): "right" | "replaced" | "wrong" {
  const isOf = (version: number) => secrets.isAccessToken(token, tokenId(delivery), version);
  if (isOf(delivery.token_version)) return "right";
  for (let version = delivery.token_version - 1; version >= 1; version -= 1)
    if (isOf(version)) return "replaced";
  return "wrong";
}

/** The address that a recipient gets by mail. */
export const deliveryLink = ({ env, secrets }: Pick<Deps, "env" | "secrets">, delivery: Link) =>
  `${env.APP_ORIGIN}/reports/${delivery.id}?token=${secrets.accessToken(tokenId(delivery), delivery.token_version)}`;

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
    bookingId: string;
    delivery: Link & Pick<Delivery, "email">;
    topic: "report-ready" | "report-withdrawn" | "report-reminder";
    notBefore?: string;
  },
): Promise<void> {
  const { bookingId, delivery, topic, notBefore } = told;
  await enqueueMail(trx, deps, {
    topic,
    to: delivery.email,
    bookingId,
    dedupeKey: linkKey(delivery, topic),
    payload: { deliveryId: delivery.id },
    ...(notBefore ? { notBefore } : {}),
  });
}

export type Recipient = Addressee & { role: RecipientRole };

/** Makes the delivery of a released report to one recipient, with its mails: the link now, a reminder, and a notice to
 * the office where nobody confirms the receipt. */
async function makeDelivery(
  trx: Executor,
  deps: Deps,
  { bookingId, report, recipient }: { bookingId: string; report: Report; recipient: Recipient },
): Promise<void> {
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
      ended_at: null,
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
  await tellRecipient(trx, deps, { bookingId, delivery, topic: "report-ready" });
  const notBefore = morningAfter(deps, REMINDER_WORKING_DAYS);
  await tellRecipient(trx, deps, { bookingId, delivery, topic: "report-reminder", notBefore });
  await enqueueMail(trx, deps, {
    topic: "report-unread",
    to: deps.settings.current().company.email,
    bookingId,
    dedupeKey: `report-unread:${id}`,
    payload: { deliveryId: id, path: `/admin/bookings/${bookingId}/report` },
    notBefore: morningAfter(deps, NOTICE_WORKING_DAYS),
  });
}

/** The recipients who have no link to a report yet; an address counts once. */
export async function withoutLink<Someone extends Addressee>(
  deps: { db: Executor; secrets: Deps["secrets"] },
  report: Pick<Report, "id">,
  recipients: readonly Someone[],
): Promise<Someone[]> {
  const open = (await deliveriesOf(deps, [report.id])).filter(({ ended_at }) => ended_at === null);
  return recipients.filter(
    (one, index) =>
      !open.some((delivery) => isSameAddress(delivery, one)) &&
      recipients.findIndex((other) => isSameAddress(other, one)) === index,
  );
}

/** Sends a released report to those among the recipients who have no link to it. Returns how many. */
export async function deliverReport(
  trx: Executor,
  deps: Deps,
  sent: { bookingId: string; report: Report; recipients: readonly Recipient[] },
): Promise<number> {
  const { bookingId, report } = sent;
  const recipients = await withoutLink({ ...deps, db: trx }, report, sent.recipients);
  for (const recipient of recipients) await makeDelivery(trx, deps, { bookingId, report, recipient });
  return recipients.length;
}

/** Replaces the link of a delivery by one for another 90 days, and mails it. False when somebody did so since
 * it was read. */
async function replaceLink(trx: Executor, deps: Deps, bookingId: string, delivery: Delivery) {
  const token_version = delivery.token_version + 1;
  const { numUpdatedRows } = await trx
    .updateTable("report_deliveries")
    .set({ token_version, expires_at: linkEnd(deps), code_hash: null })
    .where("id", "=", delivery.id)
    .where("token_version", "=", delivery.token_version)
    .where("ended_at", "is", null)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) return false;
  const replaced = { ...delivery, token_version };
  await tellRecipient(trx, deps, { bookingId, delivery: replaced, topic: "report-ready" });
  return true;
}

/** Mails the recipient a new link for another 90 days; earlier links stop working. Returns a sentence when
 * it is refused. */
export async function renewLink(
  deps: Deps,
  { delivery, booking }: OpenDelivery,
  by: ActedByRequest,
): Promise<string | null> {
  return changeReport(deps, { bookingId: booking.id, by }, async (trx) => {
    if (!(await replaceLink(trx, deps, booking.id, delivery))) return;
    await recordAudit(trx, deps, by, "report.link-renewed", ["booking", booking.id]);
  });
}

/** Sends what nobody has opened yet to the referrer's new address, and ends the links in the old mailbox: it may be a
 * stranger's. Call it in the transaction that changes the address. */
export async function followReferrer(
  trx: Executor,
  deps: Deps,
  bookingId: string,
  by: ActedByRequest,
): Promise<void> {
  const now = deps.clock.now().toISOString();
  const live = await liveDeliveries({ ...deps, db: trx }, bookingId);
  for (const delivery of live) {
    const { role, opened_at, received_at, expires_at } = delivery;
    const isUnread = opened_at === null && received_at === null && expires_at > now;
    if (role === "referrer" && isUnread && (await replaceLink(trx, deps, bookingId, delivery)))
      await recordAudit(trx, deps, by, "report.link-renewed", ["booking", bookingId]);
  }
}

/** Sends what the last hold of a booking kept back. Reminders wait, and links that worked when it was placed (UTC)
 * last, from now on: nobody could open the report since then. */
export async function sendHeldBack(
  trx: Executor,
  deps: Deps,
  bookingId: string,
  placedAt: string,
): Promise<void> {
  const live = await liveDeliveries({ ...deps, db: trx }, bookingId);
  const open = live.filter(({ expires_at }) => expires_at > placedAt).map(({ id }) => id);
  if (open.length > 0) {
    const expires_at = linkEnd(deps);
    await trx.updateTable("report_deliveries").set({ expires_at }).where("id", "in", open).execute();
  }
  // An earlier release gave mails of a report on hold the code of a withdrawn one.
  await queueHeldBack(trx, deps, { bookingIds: [bookingId], codes: ["report-held", "report-withdrawn"] });
  const postponed = { "report-reminder": REMINDER_WORKING_DAYS, "report-unread": NOTICE_WORKING_DAYS };
  for (const [topic, workingDays] of Object.entries(postponed))
    await postponeJobs(trx, { bookingId, topic }, morningAfter(deps, workingDays));
}

const AGAINST: Partial<Record<NonNullable<Awaited<ReturnType<typeof deliveryProblem>>>, CancelCode>> = {
  ended: "link-ended",
  withdrawn: "report-withdrawn",
  infected: "report-infected",
};

/** Why a queued mail about a delivery is not sent; null when it is. What a hold keeps back
 * comes back (`sendHeldBack`). */
export async function reasonAgainstDeliveryMail(
  deps: Deps,
  topic: DeliveryTopic,
  deliveryId: string,
): Promise<CancelCode | null> {
  const opened = await readDelivery(deps, deliveryId);
  if (!opened) return "report-withdrawn";
  const { delivery, booking } = opened;
  if (topic === "report-withdrawn") {
    if (delivery.ended_at !== null) return "link-ended";
    const mail = (await linkMails(deps, [delivery])).get(delivery.id);
    return mail && mail.sentAt === null ? "report-never-sent" : null;
  }
  if (topic !== "report-ready" && delivery.received_at !== null) return "report-received";
  const problem = await deliveryProblem(deps, opened);
  const code = problem === null ? null : (AGAINST[problem] ?? null);
  return code ?? ((await isHeld(deps.db, booking.id)) ? "report-held" : null);
}
