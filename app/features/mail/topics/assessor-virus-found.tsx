import { link } from "#app/features/mail/texts/slot-parts.tsx";
import { inParagraphs, mail } from "#app/features/mail/mail-file.ts";

declare module "#app/features/outbox/mail-topics.ts" {
  interface BookingMails {
    /** To the assessor who sent the file and must still have a visit of the booking. */
    "assessor-virus-found": { assessorId: string; page: "report" | "documents" | "expenses" };
  }
}

export default mail("assessor-virus-found", {
  label: "To the assessor: file with a virus",
  isAboutBooking: true,
  isToOthers: true,
  listed: 55,
  words: {
    subject: "A file had a virus: booking {reference}",
    body: inParagraphs(
      "A file that you sent contained a virus",
      "The virus check found a virus in a file that you sent for booking {reference}, and deleted the file.",
      "Please have your computer checked, and send the file again from a clean one. If the page does not take it yet, call the office: {phone}.",
      "{link}",
    ),
  },
  preview: "Please send it again from another computer.",
  slots: ({ address }) => ({ link: link(address, "See the files") }),
});
