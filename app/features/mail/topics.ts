import type { BookingTopic, EditableTopic, MailTopic } from "#app/features/outbox/mail-topics.ts";
import type { mail } from "./mail-file.ts";

type AnyMail = ReturnType<typeof mail<EditableTopic>>;

const found = import.meta.glob<AnyMail>("./topics/*.tsx", { eager: true, import: "default" });

/** Every mail: the folder is the list. */
export const MAIL_FILES = Object.values(found).sort(
  (one, other) =>
    (one.listed ?? Infinity) - (other.listed ?? Infinity) || one.label.localeCompare(other.label),
);

const BY_TOPIC = new Map(MAIL_FILES.map((file) => [file.topic, file]));

/** The file of a mail, for any of its inputs. */
export const mailFile = (topic: EditableTopic) =>
  BY_TOPIC.get(topic)! as unknown as Omit<AnyMail, "preview" | "slots" | "read" | "reasonNotToSend"> & {
    preview: string | ((input: object) => string);
    slots: (input: object) => ReturnType<AnyMail["slots"]>;
    read?: (about: object) => Promise<object>;
    reasonNotToSend?: (about: object) => ReturnType<NonNullable<AnyMail["reasonNotToSend"]>>;
  };

type TopicFacts = Pick<
  AnyMail,
  "label" | "isToOthers" | "isUrgent" | "ignoresRestriction" | "secret" | "livesMinutes"
> & { isAboutBooking?: true };

export const TOPICS = Object.fromEntries([
  ...MAIL_FILES.map((file) => [file.topic, file]),
  ["mail-test", { label: "Test of a mail text", ignoresRestriction: true }],
]) as Readonly<Record<MailTopic, TopicFacts>>;

export function isMailTopic(topic: string): topic is MailTopic {
  return Object.hasOwn(TOPICS, topic);
}

export function isBookingTopic(topic: MailTopic): topic is BookingTopic {
  return TOPICS[topic].isAboutBooking === true;
}

/** Topics about a booking that go to somebody other than its referrer. */
export const TOPICS_TO_OTHERS: readonly string[] = MAIL_FILES.flatMap(({ topic, isToOthers }) =>
  isToOthers ? [topic] : [],
);
