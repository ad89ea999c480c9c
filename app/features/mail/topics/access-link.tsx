import { inParagraphs, mail } from "#app/features/mail/mail-file.ts";

declare module "#app/features/outbox/mail-topics.ts" {
  interface BookingMails {
    "access-link": Record<never, never>;
  }
}

export default mail("access-link", {
  label: "Link to a booking",
  isAboutBooking: true,
  isUrgent: true,
  listed: 36,
  words: {
    subject: "Your link to booking {reference}",
    body: inParagraphs(
      "{greeting}",
      "Here is your link to booking {reference}.",
      "{link}",
      "{referral}",
      "These links open your booking without a password, so please do not forward this email.",
    ),
  },
  preview: "A new link to your booking. Older links may no longer work.",
  slots: () => ({}),
});
