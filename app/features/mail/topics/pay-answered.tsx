import { link } from "#app/features/mail/texts/slot-parts.tsx";
import { inParagraphs, mail } from "#app/features/mail/mail-file.ts";

declare module "#app/features/outbox/mail-topics.ts" {
  interface OtherMails {
    /** To an assessor: the office answered about a line, or refused miles or an expense. */
    "pay-answered": Leads;
  }
}

export default mail("pay-answered", {
  label: "To the assessor: the office answered about pay",
  words: {
    subject: "The office answered about your pay",
    body: inParagraphs(
      "The office answered about your pay",
      "The answer is on the page “Your pay”.",
      "{link}",
      "If it is still wrong, please say so there.",
    ),
  },
  preview: "The answer is on the page “Your pay”.",
  slots: ({ address }) => ({ link: link(address, "See the answer") }),
  demo: {},
});
