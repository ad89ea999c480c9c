import { link, text } from "#app/features/mail/texts/slot-parts.tsx";
import { inParagraphs, mail } from "#app/features/mail/mail-file.ts";
import { formatMonth } from "#app/platform/dates.ts";

declare module "#app/features/outbox/mail-topics.ts" {
  interface OtherMails {
    /** To an assessor: a month was closed. `month` is `YYYY-MM`. */
    "pay-statement": Leads & { number: string; month: string };
  }
}

export default mail("pay-statement", {
  label: "To the assessor: statement of a month",
  words: {
    subject: "Your statement for {month}",
    body: inParagraphs(
      "Your statement for {month}",
      "The office has closed {month}. Your statement {number} has every line with its booking.",
      "{link}",
      "If something is wrong, please say so on the page “Your pay”.",
    ),
  },
  preview: "It has every line with its booking.",
  slots: ({ payload: { number, month }, address }) => ({
    number: text(number),
    month: text(formatMonth(month)),
    link: link(address, "See the statement"),
  }),
  demo: { number: "PAY-000001", month: "2027-03" },
});
