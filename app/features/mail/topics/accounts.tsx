import type { OtherMailFiles } from "#app/features/mail/mail-file.ts";
import {
  CODE_MINUTES,
  PASSWORD_RESET_MINUTES,
  CONFIRM_EMAIL_DAYS,
} from "#app/features/accounts/record/lifetimes.ts";
import { box } from "#app/features/mail/texts/slot-parts.tsx";

declare module "#app/features/outbox/mail-topics.ts" {
  interface OtherMails {
    /** Six digits; not sent after 10 minutes. */
    "sign-in-code": { code: string };
    "temporary-password": Leads & { password: string };
    /** Not sent once the token in `path` was used or replaced. */
    "password-reset": Leads;
    "confirm-email": Leads;
    /** Somebody registered with an address that has an account; `path` is that account's login page. */
    "account-exists": Leads;
  }
}

export const others: OtherMailFiles = {
  "sign-in-code": {
    label: "Sign-in code",
    isUrgent: true,
    ignoresRestriction: true,
    secret: "code",
    listed: 37,
    livesMinutes: CODE_MINUTES,
    subject: "Your sign-in code",
    body: [
      "Your sign-in code",
      "Enter this code to sign in to {company}:",
      "{code}",
      "It works for 10 minutes and only once. We never ask for it on the phone.",
      "If you did not try to sign in, please change your password: somebody else knows it.",
    ],
    preview: `It works for ${CODE_MINUTES} minutes.`,
    slots: ({ payload }) => ({ code: box(payload.code) }),
    demo: { code: "123456" },
  },
  "temporary-password": {
    label: "Temporary password",
    isUrgent: true,
    ignoresRestriction: true,
    secret: "password",
    listed: 38,
    subject: "Your account at {company}",
    body: [
      "Your account is ready",
      "Sign in with this email address and the temporary password:",
      "{password}",
      "{link}",
      "You will be asked to choose a password of your own.",
    ],
    preview: "A temporary password, which you change when you first sign in.",
    button: "Sign in",
    slots: ({ payload }) => ({ password: box(payload.password) }),
    demo: { password: "example-only" },
  },
  "password-reset": {
    label: "Password reset",
    isUrgent: true,
    ignoresRestriction: true,
    secret: "address",
    listed: 39,
    livesMinutes: PASSWORD_RESET_MINUTES,
    subject: "Choose a new password",
    body: [
      "Choose a new password",
      "Somebody, we hope you, asked for a new password for this email address.",
      "{link}",
      "If it was not you, do nothing: your password stays as it is.",
    ],
    preview: "The link works once.",
    button: "Choose a new password",
  },
  "confirm-email": {
    label: "Email address confirmation",
    isUrgent: true,
    ignoresRestriction: true,
    secret: "address",
    listed: 40,
    livesMinutes: CONFIRM_EMAIL_DAYS * 24 * 60,
    subject: "Confirm your email address",
    body: [
      "Confirm your email address",
      "Please confirm that this address belongs to your account at {company}.",
      "{link}",
      "You are asked to sign in first, with the password that you chose. If you made no account, do nothing: whoever made it sees none of your other bookings.",
    ],
    preview: "One press, and your other bookings appear in your account.",
    button: "Confirm my email address",
  },
  "account-exists": {
    label: "Account already there",
    isUrgent: true,
    ignoresRestriction: true,
    listed: 41,
    subject: "You already have an account at {company}",
    body: [
      "You already have an account",
      "Somebody, we hope you, has just asked for an account at {company} for a booking with this email address. You already have one: please sign in with its password. If you have forgotten it, the login page sends you a link to choose a new one.",
      "{link}",
      "The password that was just chosen opens that one booking only. If it was not you, do nothing: nobody has seen anything of your account, and its password stays as it is.",
    ],
    preview: "Please sign in with the password that you have.",
    button: "Sign in to your account",
  },
};
