import { link } from "#app/features/mail/texts/slot-parts.tsx";
import { inParagraphs, mail } from "#app/features/mail/mail-file.ts";

declare module "#app/features/outbox/mail-topics.ts" {
  interface BookingMails {
    "referral-received": Record<never, never>;
  }
}

export default mail("referral-received", {
  label: "Referral form received",
  isAboutBooking: true,
  listed: 35,
  words: {
    subject: "Referral forms received for booking {reference}",
    body: inParagraphs(
      "{thanks}",
      "We have received the referral forms for booking {reference}. There is nothing more for you to do now.",
      "If something changes, you can open the forms again and correct them.",
      "{link}",
    ),
  },
  preview: "Thank you. The assessor now has what they need to prepare.",
  slots: ({ booking }) => ({ link: link(booking.links.referral, "Open the referral forms") }),
});
