import { text, link } from "#app/features/mail/texts/slot-parts.tsx";
import { inParagraphs, mail } from "#app/features/mail/mail-file.ts";

declare module "#app/features/outbox/mail-topics.ts" {
  interface OtherMails {
    "complaint-notice": Leads & { reference: string };
  }
}

export default mail("complaint-notice", {
  label: "Notice of a complaint",
  ignoresRestriction: true,
  listed: 59,
  words: {
    subject: "A data-protection complaint arrived ({reference})",
    body: inParagraphs(
      "A data-protection complaint arrived",
      "Reference {reference}. It must be acknowledged within 30 days.",
      "{link}",
    ),
  },
  preview: "It must be acknowledged within 30 days.",
  slots: ({ payload, address }) => ({
    reference: text(payload.reference),
    link: link(address, "Read the complaint"),
  }),
  demo: { reference: "DPC-7K4Q-2XPD" },
});
