import { link } from "#app/features/mail/texts/slot-parts.tsx";
import { inParagraphs, mail } from "#app/features/mail/mail-file.ts";

declare module "#app/features/outbox/mail-topics.ts" {
  interface OtherMails {
    /** Somebody registered with an address that has an account; `path` is that account's login page. */
    "account-exists": Leads;
  }
}

export default mail("account-exists", {
  label: "Account already there",
  isUrgent: true,
  ignoresRestriction: true,
  listed: 41,
  words: {
    subject: "You already have an account at {company}",
    body: inParagraphs(
      "You already have an account",
      "Somebody, we hope you, has just asked for an account at {company} for a booking with this email address. You already have one: please sign in with its password. If you have forgotten it, the login page sends you a link to choose a new one.",
      "{link}",
      "The password that was just chosen opens that one booking only. If it was not you, do nothing: nobody has seen anything of your account, and its password stays as it is.",
    ),
  },
  preview: "Please sign in with the password that you have.",
  slots: ({ address }) => ({ link: link(address, "Sign in to your account") }),
});
