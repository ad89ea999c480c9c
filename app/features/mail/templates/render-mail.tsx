import { compile } from "html-to-text";
import { renderToStaticMarkup } from "react-dom/server";
import type { BookingTopic, MailPayloads, MailTopic } from "#app/features/mail-queue/topics.ts";
import * as account from "./account-mails.tsx";
import * as booking from "./booking-mails.tsx";
import * as complaint from "./complaint-mails.tsx";
import { Layout, type Site } from "./parts.tsx";
import type { MailBooking, MailContent, Template } from "./template.ts";

const TEMPLATES: { [T in MailTopic]: Template<T> } = {
  "booking-confirmation": booking.bookingConfirmation,
  "company-notice": booking.companyNotice,
  "status-changed": booking.statusChanged,
  "booking-changed": booking.bookingChanged,
  "invoice-ready": booking.invoiceReady,
  "referral-reminder": booking.referralReminder,
  "referral-received": booking.referralReceived,
  "access-link": booking.accessLink,
  "booking-link": account.bookingLink,
  "sign-in-code": account.signInCode,
  "temporary-password": account.temporaryPassword,
  "password-reset": account.passwordReset,
  "confirm-email": account.confirmEmail,
  "account-exists": account.accountExists,
  "complaint-received": complaint.complaintReceived,
  "complaint-notice": complaint.complaintNotice,
};

/** Converts HTML to text; addresses follow the words of their links. */
const toText = compile({
  wordwrap: 76,
  selectors: [
    { selector: ".preview", format: "skip" },
    { selector: "h1", options: { uppercase: false } },
    { selector: "hr", options: { length: 40 } },
    { selector: "a", options: { linkBrackets: false, hideLinkHrefIfSameAsText: true } },
    { selector: "ul", options: { itemPrefix: "- " } },
    {
      selector: "p.fact",
      format: "paragraph",
      options: { leadingLineBreaks: 1, trailingLineBreaks: 1 },
    },
    { selector: "div.box", format: "block", options: { leadingLineBreaks: 2, trailingLineBreaks: 2 } },
  ],
});

/** `booking` is there for topics about one. */
export type MailInput = {
  [T in MailTopic]: { topic: T; site: Site; payload: MailPayloads[T] } & (T extends BookingTopic
    ? { booking: MailBooking }
    : object);
}[MailTopic];

export type RenderedMail = { subject: string; html: string; text: string };

export function renderMail(input: MailInput): RenderedMail {
  const template = TEMPLATES[input.topic] as (props: MailInput) => MailContent;
  const { subject, preview, body } = template(input);
  const markup = renderToStaticMarkup(
    <Layout site={input.site} subject={subject} preview={preview}>
      {body}
    </Layout>,
  );
  const html = `<!DOCTYPE html>${markup}`;
  return { subject, html, text: toText(html) };
}
