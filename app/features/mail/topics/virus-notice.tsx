import { link } from "#app/features/mail/texts/slot-parts.tsx";
import { inParagraphs, mail } from "#app/features/mail/mail-file.ts";

declare module "#app/features/outbox/mail-topics.ts" {
  interface BookingMails {
    /** To the practice. */
    "virus-notice": Leads;
  }
}

export default mail("virus-notice", {
  label: "To the office: file with a virus",
  isAboutBooking: true,
  isToOthers: true,
  ignoresRestriction: true,
  listed: 56,
  words: {
    subject: "A file had a virus: booking {reference}",
    body: inParagraphs(
      "A file contained a virus",
      "The virus check found a virus in a file of booking {reference} after it was sent, and deleted the file. A referrer or an assessor who sent it gets an email, too. If somebody has opened the file before, please have their computer checked.",
      "{link}",
    ),
  },
  preview: "The file was deleted.",
  slots: ({ address }) => ({ link: link(address, "See the files") }),
});
