import type { WordedInput } from "#app/features/mail/mail-input.server.ts";
import { mailFile } from "#app/features/mail/topics.ts";
import { bookingSlots, text, type Slots } from "./slot-parts.tsx";

/** The placeholders of a mail: the company's, the booking's and its own. */
export function slotsOf(input: WordedInput): Slots {
  const { name, phone, email } = input.site;
  return {
    company: text(name),
    phone: text(phone),
    email: text(email),
    ...("booking" in input ? bookingSlots(input.booking) : {}),
    ...mailFile(input.topic).slots(input),
  };
}
