import { link } from "#app/features/mail/texts/slot-parts.tsx";
import { inParagraphs, mail } from "#app/features/mail/mail-file.ts";

declare module "#app/features/outbox/mail-topics.ts" {
  interface BookingMails {
    /** To the company: an assessor was not safe. */
    "unsafe-visit": Record<never, never>;
  }
}

export default mail("unsafe-visit", {
  label: "Notice of an unsafe visit",
  isAboutBooking: true,
  isToOthers: true,
  isUrgent: true,
  ignoresRestriction: true,
  listed: 23,
  words: {
    subject: "Urgent: unsafe visit, booking {reference}",
    body: inParagraphs(
      "An assessor was not safe",
      "An assessor reported that the visit for booking {reference} was not held because it was unsafe. Please call the assessor now.",
      "{link}",
    ),
  },
  preview: "Please call the assessor now.",
  slots: ({ booking }) => ({ link: link(booking.links.staff, "Open the booking") }),
});
