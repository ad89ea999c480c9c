import type { Deps } from "#app/deps.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import type { CancelCode } from "#app/features/outbox/cancel-codes.ts";
import type {
  BookingTopic,
  EditableTopic,
  MailPayloads,
  MailWords,
} from "#app/features/outbox/mail-topics.ts";
import type { InputOf } from "./mail-input.server.ts";
import type { Slots } from "./texts/slot-parts.tsx";

/** Everything about one mail but who queues it. Its payload is declared above it in the same file. */
type MailFile<Topic extends EditableTopic> = {
  label: string;
  /** Place in the list of mail texts; without one at its end. */
  listed?: number;
  /** About a booking, and not to its referrer. */
  isToOthers?: true;
  /** Goes first, because somebody waits for it. */
  isUrgent?: true;
  /** Sent although the person's data is restricted: the reader just requested it, or it goes to the company. */
  ignoresRestriction?: true;
  /** A part of the payload, or the address, that is for the recipient alone. */
  secret?: string;
  /** Not sent after so long. */
  livesMinutes?: number;
  /** Plain text with placeholders. The first paragraph is the heading; a placeholder that is alone in one is drawn as a
   * button, a box or a list. */
  words: MailWords;
  /** The line that a mailbox shows beside the subject. */
  preview: string | ((input: InputOf<Topic>) => string);
  /** Placeholders besides those of the company and the booking. */
  slots: (input: InputOf<Topic>) => Slots;
  /** A made-up payload for previews and tests. */
  demo?: Partial<MailPayloads[Topic]>;
  /** Reads what the payload's ids name when the mail is sent; put into the payload for `slots`. */
  read?: (about: { deps: Deps; payload: MailPayloads[Topic] }) => Promise<Partial<MailPayloads[Topic]>>;
  /** Why a queued mail is no longer wanted; null when it is to be sent. */
  reasonNotToSend?: (
    about: { deps: Deps; payload: MailPayloads[Topic] } & (Topic extends BookingTopic
      ? { booking: BookingRow }
      : object),
  ) => Promise<CancelCode | null>;
} & (Topic extends BookingTopic ? { isAboutBooking: true } : { isAboutBooking?: never });

export const mail = <Topic extends EditableTopic>(topic: Topic, file: MailFile<Topic>) => ({
  topic,
  ...file,
});

export const inParagraphs = (...paragraphs: string[]) => paragraphs.join("\n\n");
