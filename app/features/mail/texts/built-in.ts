import { statusLabel } from "#app/features/booking/status.ts";
import type { InputOf, WordedInput } from "#app/features/mail/templates/mail-input.ts";
import { formatLongDate } from "#app/platform/dates.ts";
import { formatPoundsAndPence } from "#app/platform/money.ts";
import { changeInWords, next, STATUS_WORDS } from "./booking-words.ts";
import { ORIGINALS, type EditableTopic, type MailWords } from "./originals.ts";

const PREVIEWS: { [Topic in EditableTopic]: string | ((input: InputOf<Topic>) => string) } = {
  "booking-confirmation": ({ booking }) => `Thank you. ${next(booking)}`,
  "company-notice": ({ booking: { status } }) =>
    status === "pending"
      ? "A booking was made and waits for its date to be confirmed."
      : `A booking was made. It is ${statusLabel(status)} by now.`,
  "status-changed": ({ payload }) => STATUS_WORDS[payload.status],
  "booking-changed": ({ payload }) => changeInWords(payload.changes[0]!),
  "invoice-ready": ({ payload: { amountPence, dueOn } }) =>
    `${formatPoundsAndPence(amountPence)}, due by ${formatLongDate(dueOn)}.`,
  "referral-reminder": "The assessor needs them before the visit. What you typed so far is kept.",
  "referral-received": "Thank you. The assessor now has what they need to prepare.",
  "access-link": "A new link to your booking. Older links may no longer work.",
  "booking-link": "The assessments are already chosen. It takes a few minutes.",
  "sign-in-code": "It works for 10 minutes.",
  "temporary-password": "A temporary password, which you change when you first sign in.",
  "password-reset": "The link works once.",
  "confirm-email": "One press, and your other bookings appear in your account.",
  "account-exists": "Please sign in with the password that you have.",
  "complaint-received": "We look into it and write to you.",
  "complaint-notice": "It must be acknowledged within 30 days.",
};

/** The built-in words of a mail, which say a little more than an edit of them can. */
export function builtInWords(input: WordedInput): MailWords {
  const { subject, body } = ORIGINALS[input.topic];
  if (input.topic === "invoice-ready" && input.payload.kind === "deposit") {
    return { subject, body: body.replace("Your invoice", "Your deposit invoice") };
  }
  if (input.topic === "booking-changed") {
    return { subject, body: body.replace("{calendar}", "{consequences}\n\n{calendar}") };
  }
  return { subject, body };
}

export function builtInPreview(input: WordedInput): string {
  const preview = PREVIEWS[input.topic] as string | ((input: WordedInput) => string);
  return typeof preview === "string" ? preview : preview(input);
}
