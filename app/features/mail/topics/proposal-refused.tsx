import { proposal } from "#app/features/mail/texts/slot-parts.tsx";
import { inParagraphs, mail } from "#app/features/mail/mail-file.ts";

declare module "#app/features/outbox/mail-topics.ts" {
  interface OtherMails {
    "proposal-refused": Leads & { changes: string[]; note: string };
  }
}

export default mail("proposal-refused", {
  label: "To the assessor: changes refused",
  listed: 28,
  words: {
    subject: "Your profile: changes refused",
    body: inParagraphs(
      "The office refused your changes",
      "Your profile stays as it was. You wanted to change:",
      "{changes}",
      "{note}",
      "{link}",
      "You can propose something else there. If you have a question, please call us.",
    ),
  },
  preview: "Your profile stays as it was.",
  slots: proposal,
  demo: { changes: ["Registration number"], note: "The register does not have this number." },
});
