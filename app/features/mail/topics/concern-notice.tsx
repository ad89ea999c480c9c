import { link } from "#app/features/mail/texts/slot-parts.tsx";
import { inParagraphs, mail } from "#app/features/mail/mail-file.ts";

declare module "#app/features/outbox/mail-topics.ts" {
  interface OtherMails {
    /** To those who read safeguarding concerns; `path` is the log's. */
    "concern-notice": Leads;
  }
}

export default mail("concern-notice", {
  label: "Safeguarding notice",
  isUrgent: true,
  ignoresRestriction: true,
  secret: "address",
  listed: 57,
  words: {
    subject: "A safeguarding concern was recorded",
    body: inParagraphs(
      "A safeguarding concern was recorded",
      "Somebody recorded a concern about a person. Please read it today.",
      "{link}",
      "The page opens for those with the right to read concerns. An Administrator gives this right on the page of a user.",
    ),
  },
  preview: "Please read it today.",
  slots: ({ address }) => ({ link: link(address, "Read the concern") }),
});
