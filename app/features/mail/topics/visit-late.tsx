import { text, visitToReferrer } from "#app/features/mail/texts/slot-parts.tsx";
import { inParagraphs, mail } from "#app/features/mail/mail-file.ts";

declare module "#app/features/outbox/mail-topics.ts" {
  interface BookingMails {
    /** Sent only while the visit is to come or under way. */
    "visit-late": { visitId: string; minutes: number };
  }
}

export default mail("visit-late", {
  label: "Assessor running late",
  isAboutBooking: true,
  isUrgent: true,
  listed: 21,
  words: {
    subject: "Your assessor is running late: booking {reference}",
    body: inParagraphs(
      "{greeting}",
      "The assessor for your booking {reference} is running late, by about {minutes} minutes. Please tell the person and those who are with them.",
      "{visit}",
      "{link}",
      "If this does not suit, please call us.",
    ),
  },
  preview: ({ payload }) => `By about ${payload.minutes} minutes.`,
  slots: ({ payload, ...about }) => ({ ...visitToReferrer(about), minutes: text(String(payload.minutes)) }),
  demo: { visitId: "", minutes: 20 },
});
