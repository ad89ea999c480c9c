import { link, text } from "#app/features/mail/texts/slot-parts.tsx";
import { inParagraphs, mail } from "#app/features/mail/mail-file.ts";

declare module "#app/features/outbox/mail-topics.ts" {
  interface OtherMails {
    "texts-stopped": Leads & { ceiling: number };
  }
}

export default mail("texts-stopped", {
  label: "To the practice: texts of the month used up",
  words: {
    subject: "No more text messages this month",
    body: inParagraphs(
      "No more text messages this month",
      "The {ceiling} texts that Settings allow for a month have been sent. Until the next month, mails go on alone.",
      "{link}",
    ),
  },
  preview: "Mails go on as ever.",
  slots: ({ payload, address }) => ({
    ceiling: text(String(payload.ceiling)),
    link: link(address, "Change the ceiling"),
  }),
  demo: { ceiling: 500 },
});
