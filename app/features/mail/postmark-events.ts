import { z } from "zod";
import type { OutboxRow } from "#app/features/outbox/tables.ts";

/** The parts of Postmark's webhooks that we read: https://postmarkapp.com/developer/webhooks/webhooks-overview */
export const PostmarkEvent = z.object({
  RecordType: z.string().max(40),
  MessageID: z.string().max(80).optional(),
  Type: z.string().max(60).optional(),
  Metadata: z.record(z.string().max(80), z.string().max(200)).optional(),
});

export type PostmarkEvent = z.output<typeof PostmarkEvent>;

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
