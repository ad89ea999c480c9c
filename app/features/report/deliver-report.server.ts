import { byIds } from "#app/kit/pieces.server.ts";
import type { Deps } from "#app/deps.server.ts";
import { recordAudit, type ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import type { CancelCode } from "#app/features/outbox/cancel-codes.ts";
import { enqueueMail } from "#app/features/outbox/enqueue-mail.server.ts";
import { postponeJobs, queueHeldBack } from "#app/features/outbox/held-back.server.ts";
import type { DeliveryTopic } from "#app/features/outbox/mail-topics.ts";
import { changeBooking, DONE, type Inside } from "#app/features/booking/record/change-booking.server.ts";
import type { Executor } from "#app/platform/database.server.ts";
import { londonDate, startOfLondonDay } from "#app/platform/dates.ts";
import { linkKey, linkMails } from "./link-mails.server.ts";
import { deliveryProblem, readDelivery, type OpenDelivery } from "./open-delivery.server.ts";
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
import { addWorkingDays } from "#app/features/booking/fields/working-days.server.ts";

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
export function readDeliveryToken({ secrets }: Pick<Deps, "secrets">, delivery: Link, token: string) {
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
  inside: Inside,
  told: {
    bookingId: string;
    delivery: Link & Pick<Delivery, "email">;
    topic: "report-ready" | "report-withdrawn" | "report-reminder";
    notBefore?: string;
  },
): Promise<void> {
  const { bookingId, delivery, topic, notBefore } = told;
  await enqueueMail(inside, {
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
  inside: Inside,
  { bookingId, report, recipient }: { bookingId: string; report: Report; recipient: Recipient },
): Promise<void> {
  const id = inside.ids.uuid();
  const { role, name, email } = recipient;
  await inside.db
    .insertInto("report_deliveries")
    .values({
      id,
      report_id: report.id,
      role,
      details_sealed: sealedDelivery.encrypt(inside.secrets, id, { name, email }),
      token_version: 1,
      created_at: inside.clock.now().toISOString(),
      expires_at: linkEnd(inside),
      ended_at: null,
      code_hash: null,
      code_expires_at: null,
      code_attempts: 0,
      opened_at: null,
      downloaded_at: null,
      received_at: null,
      received_by_sealed: null,
      may_ask: 0,
      ended_as: null,
    })
    .execute();
  const delivery = { id, email, token_version: 1 };
  await tellRecipient(inside, { bookingId, delivery, topic: "report-ready" });
  const notBefore = morningAfter(inside, REMINDER_WORKING_DAYS);
  await tellRecipient(inside, { bookingId, delivery, topic: "report-reminder", notBefore });
  await enqueueMail(inside, {
    topic: "report-unread",
    to: inside.settings.current().company.email,
    bookingId,
    dedupeKey: `report-unread:${id}`,
    payload: { deliveryId: id, path: `/admin/bookings/${bookingId}/report` },
    notBefore: morningAfter(inside, NOTICE_WORKING_DAYS),
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
  inside: Inside,
  sent: { bookingId: string; report: Report; recipients: readonly Recipient[] },
): Promise<number> {
  const { bookingId, report } = sent;
  const recipients = await withoutLink(inside, report, sent.recipients);
  for (const recipient of recipients) await makeDelivery(inside, { bookingId, report, recipient });
  return recipients.length;
}

/** Replaces the link of a delivery by one for another 90 days, and mails it. False when somebody did so since
 * it was read. */
async function replaceLink(inside: Inside, bookingId: string, delivery: Delivery) {
  const token_version = delivery.token_version + 1;
  const { numUpdatedRows } = await inside.db
    .updateTable("report_deliveries")
    .set({ token_version, expires_at: linkEnd(inside), code_hash: null })
    .where("id", "=", delivery.id)
    .where("token_version", "=", delivery.token_version)
    .where("ended_at", "is", null)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) return false;
  const replaced = { ...delivery, token_version };
  await tellRecipient(inside, { bookingId, delivery: replaced, topic: "report-ready" });
  return true;
}

/** Mails the recipient a new link for another 90 days; earlier links stop working. */
export async function renewLink(deps: Deps, { delivery, booking }: OpenDelivery, by: ActedByRequest) {
  return changeBooking(deps, { bookingId: booking.id, by }, async (inside) => {
    if (await replaceLink(inside, booking.id, delivery))
      await recordAudit(inside, by, "report.link-renewed", ["booking", booking.id]);
    return DONE;
  });
}

/** Sends what nobody has opened yet to the referrer's new address, and ends the links in the old mailbox: it may be a
 * stranger's. Call it in the transaction that changes the address. */
export async function followReferrer(inside: Inside, bookingId: string, by: ActedByRequest): Promise<void> {
  const now = inside.clock.now().toISOString();
  const live = await liveDeliveries(inside, bookingId);
  for (const delivery of live) {
    const { role, opened_at, received_at, expires_at } = delivery;
    const isUnread = opened_at === null && received_at === null && expires_at > now;
    if (role === "referrer" && isUnread && (await replaceLink(inside, bookingId, delivery)))
      await recordAudit(inside, by, "report.link-renewed", ["booking", bookingId]);
  }
}

/** Sends what the last hold of a booking kept back. Reminders wait, and links that worked when it was placed (UTC)
 * last, from now on: nobody could open the report since then. */
export async function sendHeldBack(inside: Inside, bookingId: string, placedAt: string): Promise<void> {
  const live = await liveDeliveries(inside, bookingId);
  const open = live.filter(({ expires_at }) => expires_at > placedAt).map(({ id }) => id);
  if (open.length > 0) {
    const expires_at = linkEnd(inside);
    await byIds(open, (piece) =>
      inside.db.updateTable("report_deliveries").set({ expires_at }).where("id", "in", piece).execute(),
    );
  }
  // An earlier release gave mails of a report on hold the code of a withdrawn one.
  await queueHeldBack(inside.db, inside, {
    bookingIds: [bookingId],
    codes: ["report-held", "report-withdrawn"],
  });
  const postponed = { "report-reminder": REMINDER_WORKING_DAYS, "report-unread": NOTICE_WORKING_DAYS };
  for (const [topic, workingDays] of Object.entries(postponed))
    await postponeJobs(inside.db, { bookingId, topic }, morningAfter(inside, workingDays));
}

const AGAINST: Partial<Record<NonNullable<Awaited<ReturnType<typeof deliveryProblem>>>, CancelCode>> = {
  ended: "link-ended",
  withdrawn: "report-withdrawn",
  infected: "report-infected",
};

/** Why a queued mail about a delivery is not sent; null when it is. What a hold keeps back
 * comes back (`sendHeldBack`). */
export async function reasonAgainstDeliveryMail(deps: Deps, topic: DeliveryTopic, deliveryId: string) {
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
