import { PASSWORD_RESET_MINUTES } from "#app/features/accounts/record/lifetimes.ts";
import { link } from "#app/features/mail/texts/slot-parts.tsx";
import { inParagraphs, mail } from "#app/features/mail/mail-file.ts";

declare module "#app/features/outbox/mail-topics.ts" {
  interface OtherMails {
    /** Not sent once the token in `path` was used or replaced. */
    "password-reset": Leads;
  }
}

export default mail("password-reset", {
  label: "Password reset",
  isUrgent: true,
  ignoresRestriction: true,
  secret: "address",
  listed: 39,
  livesMinutes: PASSWORD_RESET_MINUTES,
  words: {
    subject: "Choose a new password",
    body: inParagraphs(
      "Choose a new password",
      "Somebody, we hope you, asked for a new password for this email address.",
      "{link}",
      "If it was not you, do nothing: your password stays as it is.",
    ),
  },
  preview: "The link works once.",
  slots: ({ address }) => ({ link: link(address, "Choose a new password") }),
});
