import { reasonAgainstPartMail } from "#app/features/contributions/part-mails.server.ts";
import { partSlots } from "#app/features/mail/texts/slot-parts.tsx";
import { inParagraphs, mail } from "#app/features/mail/mail-file.ts";

declare module "#app/features/outbox/mail-topics.ts" {
  interface BookingMails {
    /** To somebody who is asked to fill in a part; not sent once that link was replaced, or no answer is needed. */
    "part-asked": PartLink;
  }
}

export default mail("part-asked", {
  label: "Request to fill in a part",
  isAboutBooking: true,
  isToOthers: true,
  secret: "address",
  listed: 46,
  words: {
    subject: "Can you help with a form? {company}",
    body: inParagraphs(
      "Can you help with a form?",
      "{asker} has asked us to send you this. We are {company}, and we prepare a visit to somebody whom you know or look after. Some questions are better answered by you.",
      "The page first asks for that person’s date of birth, and shows no name before. You need no account. Please answer by {until}.",
      "{link}",
      "You may refuse, and you need not say why:",
      "{refuse}",
      "If you wonder whether this email is genuine, or want to ask something first, please ring us on {phone} and say the reference {reference}.",
    ),
  },
  preview: "It takes a few minutes, and you may refuse.",
  slots: partSlots,
  demo: { contributionId: "", version: 1, untilOn: "2027-03-24", isByStaff: false },
  reasonNotToSend: ({ deps, payload }) => reasonAgainstPartMail(deps, "part-asked", payload),
});
