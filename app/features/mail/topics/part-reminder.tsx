import { reasonAgainstPartMail } from "#app/features/contributions/part-mails.server.ts";
import { partSlots } from "#app/features/mail/texts/slot-parts.tsx";
import { inParagraphs, mail } from "#app/features/mail/mail-file.ts";

declare module "#app/features/outbox/mail-topics.ts" {
  interface BookingMails {
    "part-reminder": PartLink;
  }
}

export default mail("part-reminder", {
  label: "Reminder to fill in a part",
  isAboutBooking: true,
  isToOthers: true,
  secret: "address",
  listed: 47,
  words: {
    subject: "Reminder: can you help with a form? {company}",
    body: inParagraphs(
      "Can you still help with a form?",
      "{asker} asked you through us, {company}, to answer some questions about somebody whom you know or look after. We have no answer yet.",
      "The page first asks for that person’s date of birth, and shows no name before. Please answer by {until}.",
      "{link}",
      "You may refuse, and you need not say why:",
      "{refuse}",
      "If you wonder whether this email is genuine, please ring us on {phone} and say the reference {reference}.",
    ),
  },
  preview: "It takes a few minutes, and you may refuse.",
  slots: partSlots,
  demo: { contributionId: "", version: 1, untilOn: "2027-03-24", isByStaff: false },
  reasonNotToSend: ({ deps, payload }) => reasonAgainstPartMail(deps, "part-reminder", payload),
});
