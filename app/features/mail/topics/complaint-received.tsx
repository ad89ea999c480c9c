import { text, box } from "#app/features/mail/texts/slot-parts.tsx";
import { inParagraphs, mail } from "#app/features/mail/mail-file.ts";

declare module "#app/features/outbox/mail-topics.ts" {
  interface OtherMails {
    "complaint-received": { reference: string };
  }
}

export default mail("complaint-received", {
  label: "Complaint received",
  ignoresRestriction: true,
  listed: 58,
  words: {
    subject: "We received your complaint ({reference})",
    body: inParagraphs(
      "We received your complaint",
      "Thank you for telling {company} how your personal data was used. Your reference is:",
      "{reference}",
      "A person looks into it, and we write to you within 30 days at the latest.",
      "You may also complain to the Information Commissioner at any time: ico.org.uk/make-a-complaint or 0303 123 1113.",
    ),
  },
  preview: "We look into it and write to you.",
  slots: ({ payload: { reference } }) => ({ reference: { ...text(reference), ...box(reference) } }),
  demo: { reference: "DPC-7K4Q-2XPD" },
});
