import { CONFIRM_EMAIL_DAYS } from "#app/features/accounts/record/lifetimes.ts";
import { link } from "#app/features/mail/texts/slot-parts.tsx";
import { inParagraphs, mail } from "#app/features/mail/mail-file.ts";

declare module "#app/features/outbox/mail-topics.ts" {
  interface OtherMails {
    "confirm-email": Leads;
  }
}

export default mail("confirm-email", {
  label: "Email address confirmation",
  isUrgent: true,
  ignoresRestriction: true,
  secret: "address",
  listed: 40,
  livesMinutes: CONFIRM_EMAIL_DAYS * 24 * 60,
  words: {
    subject: "Confirm your email address",
    body: inParagraphs(
      "Confirm your email address",
      "Please confirm that this address belongs to your account at {company}.",
      "{link}",
      "You are asked to sign in first, with the password that you chose. If you made no account, do nothing: whoever made it sees none of your other bookings.",
    ),
  },
  preview: "One press, and your other bookings appear in your account.",
  slots: ({ address }) => ({ link: link(address, "Confirm my email address") }),
});
