import type { Deps } from "#app/deps.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import type { CancelCode } from "#app/features/outbox/cancel-codes.ts";
import type { BookingTopic, EditableTopic, MailPayloads } from "#app/features/outbox/mail-topics.ts";
import type { InputOf } from "./mail-input.server.ts";
import type { Slots } from "./texts/slot-parts.tsx";

/** Everything about one mail but who queues it. Its payload is declared at the top of its file. */
type MailFile<Topic extends EditableTopic> = {
  label: string;
  /** Place in the list of mail texts; without one at its end. */
  listed?: number;
  /** Goes first, because somebody waits for it. */
  isUrgent?: true;
  /** Sent although the person's data is restricted: the reader just requested it, or it goes to the company. */
  ignoresRestriction?: true;
  /** A part of the payload, or the address, that is for the recipient alone. */
  secret?: string;
  /** Not sent after so long. */
  livesMinutes?: number;
  /** Plain text with placeholders, like the body. */
  subject: string;
  /** Paragraphs. The first one is the heading; a placeholder that is alone in one is drawn as a button, a box or a
   * list. */
  body: string[];
  /** The line that a mailbox shows beside the subject. */
  preview: string | ((input: InputOf<Topic>) => string);
  /** `{link}`: the words of a button to the page that the payload names, or to the visit. */
  button?: string;
  /** Placeholders besides the button and those of the company and the booking. */
  slots?(input: InputOf<Topic>): Slots;
  /** A made-up payload for previews and tests. */
  demo?: Partial<MailPayloads[Topic]>;
  /** Reads what the payload's ids name when the mail is sent; put into the payload for `slots`. */
  read?(about: { deps: Deps; payload: MailPayloads[Topic] }): Promise<Partial<MailPayloads[Topic]>>;
  /** Why a queued mail is no longer wanted; null when it is to be sent. */
  reasonNotToSend?(
    about: { deps: Deps; payload: MailPayloads[Topic] } & (Topic extends BookingTopic
      ? { booking: BookingRow }
      : object),
  ): Promise<CancelCode | null>;
};

type MailFiles<Topics extends EditableTopic> = { [Topic in Topics]?: MailFile<Topic> };

export type BookingMailFiles = MailFiles<BookingTopic>;
export type OtherMailFiles = MailFiles<Exclude<EditableTopic, BookingTopic>>;

export type AnyMail = MailFile<EditableTopic> & {
  topic: EditableTopic;
  isAboutBooking: boolean;
  /** About a booking, and not to its referrer. */
  isToOthers: boolean;
};
