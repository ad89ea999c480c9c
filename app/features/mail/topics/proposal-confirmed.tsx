import { proposal } from "#app/features/mail/texts/slot-parts.tsx";
import { inParagraphs, mail } from "#app/features/mail/mail-file.ts";

declare module "#app/features/outbox/mail-topics.ts" {
  interface OtherMails {
    /** Staff's answer to an assessor's proposal; `changes` are names of fields. */
    "proposal-confirmed": Leads & { changes: string[]; note: string };
  }
}

export default mail("proposal-confirmed", {
  label: "To the assessor: changes confirmed",
  listed: 27,
  words: {
    subject: "Your profile: changes confirmed",
    body: inParagraphs(
      "The office confirmed your changes",
      "Your profile now has the new details:",
      "{changes}",
      "{note}",
      "{link}",
    ),
  },
  preview: "Your profile has the new details.",
  slots: proposal,
  demo: { changes: ["Registered until"], note: "Thank you." },
});
