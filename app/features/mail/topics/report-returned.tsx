import { link } from "#app/features/mail/texts/slot-parts.tsx";
import { inParagraphs, mail } from "#app/features/mail/mail-file.ts";

declare module "#app/features/outbox/mail-topics.ts" {
  interface BookingMails {
    /** To its author, who must still have a visit of the booking. */
    "report-returned": { assessorId: string };
  }
}

export default mail("report-returned", {
  label: "To the assessor: report returned",
  isAboutBooking: true,
  isToOthers: true,
  listed: 52,
  words: {
    subject: "Report returned: booking {reference}",
    body: inParagraphs(
      "The office returned your report",
      "Please read the note about your report for booking {reference}, and upload it again.",
      "{link}",
    ),
  },
  preview: "Please read the note.",
  slots: ({ address }) => ({ link: link(address, "Read the note") }),
});
