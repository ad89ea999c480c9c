import { text, link } from "#app/features/mail/texts/slot-parts.tsx";
import { inParagraphs, mail } from "#app/features/mail/mail-file.ts";

declare module "#app/features/outbox/mail-topics.ts" {
  interface BookingMails {
    /** Sent only while the letter is recorded as handed to the referrer, and the visit is to come. */
    "visit-letter": { visitId: string };
  }
}

export default mail("visit-letter", {
  label: "Letter about the visit",
  isAboutBooking: true,
  listed: 14,
  words: {
    subject: "A letter to give before the visit: booking {reference}",
    body: inParagraphs(
      "{greeting}",
      "For your booking {reference}, there is a letter to the person to be assessed. It is about the visit on {when}, and says who comes, where and why.",
      "{link}",
      "Please print it and give it to the person before the visit, or read it to them. If you cannot do that, please call us.",
      "The link opens your booking without a password, so please do not forward this email.",
    ),
  },
  preview: "Please give it to the person before the visit.",
  slots: ({ booking, visit }) => ({
    when: text(visit.when),
    link: link(booking.links.letter, "See and print the letter"),
  }),
});
