import type { OtherMailFiles } from "#app/features/mail/mail-file.ts";
import { text, box } from "#app/features/mail/texts/slot-parts.tsx";

declare module "#app/features/outbox/mail-topics.ts" {
  interface OtherMails {
    /** To those who read safeguarding concerns; `path` is the log's. */
    "concern-notice": Leads;
    "complaint-received": { reference: string };
    "complaint-notice": Leads & { reference: string };
    "texts-stopped": Leads & { ceiling: number };
  }
}

export const others: OtherMailFiles = {
  "concern-notice": {
    label: "Safeguarding notice",
    isUrgent: true,
    ignoresRestriction: true,
    secret: "address",
    listed: 57,
    subject: "A safeguarding concern was recorded",
    body: [
      "A safeguarding concern was recorded",
      "Somebody recorded a concern about a person. Please read it today.",
      "{link}",
      "The page opens for those with the right to read concerns. An Administrator gives this right on the page of a user.",
    ],
    preview: "Please read it today.",
    button: "Read the concern",
  },
  "complaint-received": {
    label: "Complaint received",
    ignoresRestriction: true,
    listed: 58,
    subject: "We received your complaint ({reference})",
    body: [
      "We received your complaint",
      "Thank you for telling {company} how your personal data was used. Your reference is:",
      "{reference}",
      "A person looks into it, and we write to you within 30 days at the latest.",
      "You may also complain to the Information Commissioner at any time: ico.org.uk/make-a-complaint or 0303 123 1113.",
    ],
    preview: "We look into it and write to you.",
    slots: ({ payload: { reference } }) => ({ reference: { ...text(reference), ...box(reference) } }),
    demo: { reference: "DPC-7K4Q-2XPD" },
  },
  "complaint-notice": {
    label: "Notice of a complaint",
    ignoresRestriction: true,
    listed: 59,
    subject: "A data-protection complaint arrived ({reference})",
    body: [
      "A data-protection complaint arrived",
      "Reference {reference}. It must be acknowledged within 30 days.",
      "{link}",
    ],
    preview: "It must be acknowledged within 30 days.",
    button: "Read the complaint",
    slots: ({ payload }) => ({ reference: text(payload.reference) }),
    demo: { reference: "DPC-7K4Q-2XPD" },
  },
  "texts-stopped": {
    label: "To the practice: texts of the month used up",
    subject: "No more text messages this month",
    body: [
      "No more text messages this month",
      "The {ceiling} texts that Settings allow for a month have been sent. Until the next month, mails go on alone.",
      "{link}",
    ],
    preview: "Mails go on as ever.",
    button: "Change the ceiling",
    slots: ({ payload }) => ({ ceiling: text(String(payload.ceiling)) }),
    demo: { ceiling: 500 },
  },
};
