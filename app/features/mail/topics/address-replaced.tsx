import { inParagraphs, mail } from "#app/features/mail/mail-file.ts";

declare module "#app/features/outbox/mail-topics.ts" {
  interface BookingMails {
    /** To the address that a referrer replaced. */
    "address-replaced": Record<never, never>;
  }
}

export default mail("address-replaced", {
  label: "Email address replaced",
  isAboutBooking: true,
  isToOthers: true,
  listed: 8,
  words: {
    subject: "The email address of booking {reference} was changed",
    body: inParagraphs(
      "The email address of a booking was changed",
      "Booking {reference} had this email address. Somebody with the link to the booking gave another one. We write to that one from now on. The links in our earlier emails end when the new address is used, and after 48 hours at the latest: until then, you can correct the address there.",
      "If you did not expect this, please call us at once: {phone}.",
    ),
  },
  preview: "If you did not expect this, please call us.",
  slots: () => ({}),
});
