import type { Deps } from "#app/deps.server.ts";
import { isEqualSecret } from "#app/platform/secrets.server.ts";
import type { OutboxRow } from "#app/features/outbox/tables.ts";
import { z } from "zod";

/** The parts of Postmark's webhooks that we read: https://postmarkapp.com/developer/webhooks/webhooks-overview */
export const PostmarkEvent = z.object({
  RecordType: z.string().max(40),
  MessageID: z.string().max(80).optional(),
  Type: z.string().max(60).optional(),
  Metadata: z.record(z.string().max(80), z.string().max(200)).optional(),
});

type PostmarkEvent = z.output<typeof PostmarkEvent>;

/** The mail may still arrive after these. */
const PASSING_BOUNCES = new Set([
  "Transient",
  "AutoResponder",
  "AddressChange",
  "Subscribe",
  "Unsubscribe",
  "OpenRelayTest",
  "ChallengeVerification",
  "VirusNotification",
]);

const BOUNCE_WORDS = new Map([
  ["HardBounce", "The address does not exist, so the mail came back."],
  ["BadEmailAddress", "The address is not valid, so the mail came back."],
  ["SpamNotification", "The receiving server took the mail for spam."],
  ["Blocked", "The receiving server blocked the mail."],
  ["SoftBounce", "The mailbox could not take the mail; it may be full."],
  ["DnsError", "The address's domain does not exist."],
]);

type Delivery = { delivery: NonNullable<OutboxRow["delivery"]>; words: string | null };

/** The delivery state that an event reports; null for events that change nothing. */
export function deliveryOf(event: PostmarkEvent): Delivery | null {
  if (event.RecordType === "Delivery") return { delivery: "delivered", words: null };
  if (event.RecordType === "SpamComplaint")
    return { delivery: "spam-complaint", words: "The reader marked the mail as spam." };
  const type = event.Type ?? "";
  if (event.RecordType !== "Bounce" || PASSING_BOUNCES.has(type)) return null;
  return { delivery: "bounced", words: BOUNCE_WORDS.get(type) ?? "The mail came back." };
}

/** True when the request carries the user name and password of `POSTMARK_WEBHOOK_AUTH`. */
export function isPostmark(deps: Pick<Deps, "env">, request: Request): boolean {
  const expected = deps.env.POSTMARK_WEBHOOK_AUTH;
  const sent = /^Basic ([A-Za-z0-9+/=]{1,400})$/i.exec(request.headers.get("Authorization") ?? "")?.[1];
  if (!expected || !sent) return false;
  return isEqualSecret(Buffer.from(sent, "base64").toString("utf8"), expected);
}

/** Records Postmark's report on a mail, found by the outbox id that was sent along. Repeated and unknown reports change
 * nothing; a delivery never replaces a bounce or complaint. */
export async function recordDelivery(deps: Pick<Deps, "db" | "clock">, event: PostmarkEvent): Promise<void> {
  const report = deliveryOf(event);
  const outboxId = event.Metadata?.["outbox-id"];
  if (!report || (!outboxId && !event.MessageID)) return;
  await deps.db
    .updateTable("outbox")
    .set({
      delivery: report.delivery,
      delivery_at: deps.clock.now().toISOString(),
      ...(report.words ? { last_error: report.words } : {}),
    })
    .where("kind", "=", "mail")
    .where((eb) => (outboxId ? eb("id", "=", outboxId) : eb("vendor_id", "=", event.MessageID!)))
    .$if(report.delivery === "delivered", (query) => query.where("delivery", "is", null))
    .execute();
}
