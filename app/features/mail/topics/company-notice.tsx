import { statusLabel } from "#app/features/booking/fields/status.ts";
import { promiseText } from "#app/features/catalogue/catalogue.ts";
import { text, link, facts, bookingFacts } from "#app/features/mail/texts/slot-parts.tsx";
import { inParagraphs, mail } from "#app/features/mail/mail-file.ts";

declare module "#app/features/outbox/mail-topics.ts" {
  interface BookingMails {
    "company-notice": Record<never, never>;
  }
}

export default mail("company-notice", {
  label: "Notice of a new booking",
  isAboutBooking: true,
  isToOthers: true,
  ignoresRestriction: true,
  listed: 2,
  words: {
    subject: "New booking {reference}",
    body: inParagraphs("New booking", "{details}", "{link}", "{promise}"),
  },
  preview: ({ booking: { status } }) =>
    status === "pending"
      ? "A new booking waits for its date to be confirmed."
      : `A booking was made. It is now ${statusLabel(status)}.`,
  slots: ({ booking }) => ({
    link: link(booking.links.staff, "Open the booking"),
    promise: text(
      booking.status === "pending" && booking.awaits_contact_since !== null
        ? `The referrer was promised an answer within ${promiseText()}.`
        : "",
    ),
    details: facts(...bookingFacts(booking), ["Payment", booking.payment]),
  }),
});
