import { enqueue, enqueueAll, type EnqueueDeps } from "#app/features/outbox/enqueue.server.ts";
import { type BookingTopic, type MailPayloads, type MailTopic } from "./mail-topics.ts";

/** Topics about a booking need its id; `notBefore` is a UTC instant. */
export type MailRequest<T extends MailTopic = MailTopic> = {
  [Topic in T]: {
    topic: Topic;
    to: string;
    /** One mail per key, ever: `booking-confirmation:{bookingId}`, `password-reset:{resetId}`, … */
    dedupeKey: string;
    payload: MailPayloads[Topic];
    notBefore?: string;
  } & (Topic extends BookingTopic ? { bookingId: string } : { bookingId?: string });
}[T];

const entryOf = (mail: MailRequest) => ({ kind: "mail" as const, ...mail });

/** Like `enqueue`, for a mail. */
export const enqueueMail = async (inside: EnqueueDeps, mail: MailRequest) => enqueue(inside, entryOf(mail));

/** Queues a mail to whoever booked. `key` names it among those of its topic. */
export const mailReferrer = <Topic extends BookingTopic>(
  inside: EnqueueDeps,
  { id: bookingId, referrer_email: to }: { id: string; referrer_email: string },
  [topic, key]: [Topic, key: string],
  payload: MailPayloads[Topic],
) => enqueueMail(inside, { topic, to, bookingId, dedupeKey: `${topic}:${key}`, payload } as MailRequest);

/** Queues several mails in the caller's transaction. */
export async function enqueueMails(inside: EnqueueDeps, mails: readonly MailRequest[]) {
  await enqueueAll(inside, mails.map(entryOf));
}

/** Like `enqueueMail`; with null it does the same work and leaves nothing, so that the time of an answer does not tell
 * whether an address is known. */
export async function enqueueMailOrNone(inside: EnqueueDeps, mail: MailRequest | null) {
  const none = { kind: "mail", topic: "none", dedupeKey: `none:${inside.ids.uuid()}`, payload: {} } as const;
  const id = mail ? await enqueueMail(inside, mail) : await enqueue(inside, none);
  await inside.db
    .deleteFrom("outbox")
    .where("id", "=", mail ? "" : id)
    .execute();
}
