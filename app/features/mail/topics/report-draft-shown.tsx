import { link } from "#app/features/mail/texts/slot-parts.tsx";
import { inParagraphs, mail } from "#app/features/mail/mail-file.ts";

declare module "#app/features/outbox/mail-topics.ts" {
  interface BookingMails {
    "report-draft-shown": Leads;
  }
}

export default mail("report-draft-shown", {
  label: "To the office: a look at a draft",
  isAboutBooking: true,
  isToOthers: true,
  words: {
    subject: "Draft to look at: booking {reference}",
    body: inParagraphs(
      "An assessor lets you look at a draft",
      "The report of booking {reference} is still being written. The assessor would like you to look at it.",
      "{link}",
    ),
  },
  preview: "It is still being written.",
  slots: ({ address }) => ({ link: link(address, "Look at the draft") }),
});
