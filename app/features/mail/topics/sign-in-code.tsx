import { CODE_MINUTES } from "#app/features/accounts/record/lifetimes.ts";
import { box } from "#app/features/mail/texts/slot-parts.tsx";
import { inParagraphs, mail } from "#app/features/mail/mail-file.ts";

declare module "#app/features/outbox/mail-topics.ts" {
  interface OtherMails {
    /** Six digits; not sent after 10 minutes. */
    "sign-in-code": { code: string };
  }
}

export default mail("sign-in-code", {
  label: "Sign-in code",
  isUrgent: true,
  ignoresRestriction: true,
  secret: "code",
  listed: 37,
  livesMinutes: CODE_MINUTES,
  words: {
    subject: "Your sign-in code",
    body: inParagraphs(
      "Your sign-in code",
      "Enter this code to sign in to {company}:",
      "{code}",
      "It works for 10 minutes and only once. We never ask for it on the phone.",
      "If you did not try to sign in, please change your password: somebody else knows it.",
    ),
  },
  preview: `It works for ${CODE_MINUTES} minutes.`,
  slots: ({ payload }) => ({ code: box(payload.code) }),
  demo: { code: "123456" },
});
