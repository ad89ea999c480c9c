import { link, box } from "#app/features/mail/texts/slot-parts.tsx";
import { inParagraphs, mail } from "#app/features/mail/mail-file.ts";

declare module "#app/features/outbox/mail-topics.ts" {
  interface OtherMails {
    "temporary-password": Leads & { password: string };
  }
}

export default mail("temporary-password", {
  label: "Temporary password",
  isUrgent: true,
  ignoresRestriction: true,
  secret: "password",
  listed: 38,
  words: {
    subject: "Your account at {company}",
    body: inParagraphs(
      "Your account is ready",
      "Sign in with this email address and the temporary password:",
      "{password}",
      "{link}",
      "You will be asked to choose a password of your own.",
    ),
  },
  preview: "A temporary password, which you change when you first sign in.",
  slots: ({ payload, address }) => ({ password: box(payload.password), link: link(address, "Sign in") }),
  demo: { password: "example-only" },
});
