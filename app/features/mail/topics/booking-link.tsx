import { link, list } from "#app/features/mail/texts/slot-parts.tsx";
import { inParagraphs, mail } from "#app/features/mail/mail-file.ts";

declare module "#app/features/outbox/mail-topics.ts" {
  interface OtherMails {
    "booking-link": Leads & { assessmentNames: string[] };
  }
}

export default mail("booking-link", {
  label: "Booking link",
  listed: 33,
  words: {
    subject: "Your booking link from {company}",
    body: inParagraphs(
      "Your booking link",
      "We have prepared a booking for you. These assessments are already chosen:",
      "{assessments}",
      "{link}",
      "You can change the choice on the way. It takes a few minutes, and you need no account.",
    ),
  },
  preview: "The assessments are already chosen. It takes a few minutes.",
  slots: ({ payload, address }) => ({
    link: link(address, "Start your booking"),
    assessments: list(payload.assessmentNames),
  }),
  demo: { assessmentNames: ["Capacity to Make a Will"] },
});
