import { link } from "#app/features/mail/texts/slot-parts.tsx";
import { inParagraphs, mail } from "#app/features/mail/mail-file.ts";

declare module "#app/features/outbox/mail-topics.ts" {
  interface BookingMails {
    /** To the referrer, whose file was deleted after its upload. */
    "virus-found": Record<never, never>;
  }
}

export default mail("virus-found", {
  label: "File with a virus",
  isAboutBooking: true,
  listed: 54,
  words: {
    subject: "A file had a virus: booking {reference}",
    body: inParagraphs(
      "{greeting}",
      "A file that you sent us for booking {reference} contained a virus. Our virus check found it after you sent the file, and we deleted the file.",
      "Please have your computer checked, and send the document again from a clean one.",
      "{link}",
      "If you need help, please call us: {phone}.",
    ),
  },
  preview: "Please send it again from another computer.",
  slots: ({ booking }) => ({ link: link(booking.links.documents, "See your documents") }),
});
