import { changeInWords } from "#app/features/mail/texts/booking-words.ts";
import { list, consequences } from "#app/features/mail/texts/slot-parts.tsx";
import { inParagraphs, mail } from "#app/features/mail/mail-file.ts";

declare module "#app/features/outbox/mail-topics.ts" {
  interface BookingMails {
    "booking-changed": { changes: MailedChange[] };
  }
}

export default mail("booking-changed", {
  label: "Booking changed",
  isAboutBooking: true,
  listed: 4,
  words: {
    subject: "Your booking {reference} was changed",
    body: inParagraphs(
      "{greeting}",
      "We have changed your booking {reference}:",
      "{changes}",
      "{link}",
      "{calendar}",
      "If you did not expect this, please call us.",
    ),
  },
  preview: ({ payload, booking }) => changeInWords(payload.changes[0]!, booking),
  slots: (input) => ({
    changes: list(input.payload.changes.map((change) => changeInWords(change, input.booking))),
    consequences: { part: consequences(input) },
  }),
  demo: { changes: [{ what: "date", from: "2027-04-01", to: "2027-04-08" }] },
});
