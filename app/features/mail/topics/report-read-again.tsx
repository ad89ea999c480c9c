import { link, paragraphs } from "#app/features/mail/texts/slot-parts.tsx";
import { inParagraphs, mail } from "#app/features/mail/mail-file.ts";
import { codesInWords } from "#app/features/report/report-words.ts";
import type { ReviewCode } from "#app/features/report/report-words.ts";

declare module "#app/features/outbox/mail-topics.ts" {
  interface BookingMails {
    /** To its author, who must still have a visit of the booking. */
    "report-read-again": { assessorId: string; codes: ReviewCode[]; hasLine: boolean };
  }
}

export default mail("report-read-again", {
  label: "To the assessor: report read again",
  isAboutBooking: true,
  isToOthers: true,
  listed: 52.5,
  words: {
    subject: "Report read again: booking {reference}",
    body: inParagraphs(
      "Your report was read again after its release",
      "We read some of the released reports again, to learn from them. Nothing about the report for booking {reference} changes by it.",
      "{found}",
      "{link}",
    ),
  },
  demo: { codes: ["evidence", "spelling"], hasLine: false },
  preview: "What the reader found.",
  slots: ({ payload: { codes, hasLine }, address }) => ({
    found: paragraphs([
      codes.length > 0
        ? `The reader noted: ${codesInWords(codes)}.`
        : hasLine
          ? "The reader left you a line."
          : "The reader found nothing to note.",
    ]),
    link: link(address, "See the report’s page"),
  }),
});
