import type { BookingTopic, EditableTopic, MailTopic } from "#app/features/outbox/mail-topics.ts";
import type { AnyMail } from "./mail-file.ts";

/** The exports of a file of mails: those about a booking to its referrer, those about one to others, and the others. */
type Exported = Partial<Record<"toReferrer" | "toOthers" | "others", object>>;

const mails = (files: object = {}, isAboutBooking: boolean, isToOthers: boolean) =>
  Object.entries(files).map(([topic, file]) => ({ topic, ...file, isAboutBooking, isToOthers }) as AnyMail);

/** Every mail: the folder is the list. */
export const MAILS = Object.values(import.meta.glob<Exported>("./topics/*.tsx", { eager: true }))
  .flatMap(({ toReferrer, toOthers, others }) => [
    ...mails(toReferrer, true, false),
    ...mails(toOthers, true, true),
    ...mails(others, false, false),
  ])
  .sort(
    (one, other) =>
      (one.listed ?? Infinity) - (other.listed ?? Infinity) || one.label.localeCompare(other.label),
  );

const BY_TOPIC = new Map(MAILS.map((mail) => [mail.topic, mail]));

export const mailOf = (topic: EditableTopic) => BY_TOPIC.get(topic)!;

type TopicFacts = Pick<AnyMail, "label"> & Partial<AnyMail>;

export const TOPICS = Object.fromEntries([
  ...MAILS.map((mail) => [mail.topic, mail]),
  ["mail-test", { label: "Test of a mail text", ignoresRestriction: true }],
]) as Readonly<Record<MailTopic, TopicFacts>>;

export const isMailTopic = (topic: string): topic is MailTopic => Object.hasOwn(TOPICS, topic);

export const isBookingTopic = (topic: MailTopic): topic is BookingTopic =>
  TOPICS[topic].isAboutBooking === true;

/** Topics about a booking that go to somebody other than its referrer. */
export const TOPICS_TO_OTHERS: readonly string[] = MAILS.flatMap(({ topic, isToOthers }) =>
  isToOthers ? [topic] : [],
);
