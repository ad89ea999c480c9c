import { link } from "#app/features/mail/texts/slot-parts.tsx";
import { inParagraphs, mail } from "#app/features/mail/mail-file.ts";

declare module "#app/features/outbox/mail-topics.ts" {
  interface OtherMails {
    /** To somebody who is invited to be a member of an organisation; not sent once the link was used or replaced. */
    "organisation-invitation": { membershipId: string; version: number };
  }
}

export default mail("organisation-invitation", {
  label: "Invitation to an organisation",
  isUrgent: true,
  secret: "address",
  listed: 38.5,
  livesMinutes: 48 * 60,
  words: {
    subject: "Join your organisation at {company}",
    body: inParagraphs(
      "You are invited",
      "Somebody of your organisation, or we for them, invited you to book capacity assessments in its name, and to see how they go.",
      "{link}",
      "The link works once, within 48 hours, and for this email address alone. If you did not expect it, you need do nothing.",
    ),
  },
  preview: "The link works once, within 48 hours.",
  slots: ({ address }) => ({ link: link(address, "Join") }),
  demo: { membershipId: "", version: 1 },
});
