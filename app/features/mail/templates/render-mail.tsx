import { compile } from "html-to-text";
import { renderToStaticMarkup } from "react-dom/server";
import * as account from "./account-mails.tsx";
import * as booking from "./booking-mails.tsx";
import * as complaint from "./complaint-mails.tsx";
import { demoInput } from "#app/features/mail/texts/demo.ts";
import type { EditableTopic } from "#app/features/mail/texts/originals.ts";
import { slotsOf } from "#app/features/mail/texts/slots.tsx";
import { wordedMail } from "#app/features/mail/texts/worded-mail.tsx";
import { Layout } from "./parts.tsx";
import type { MailContent, MailInput, Template } from "./template.ts";

const TEMPLATES: { [T in EditableTopic]: Template<T> } = {
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

export type RenderedMail = { subject: string; html: string; text: string };

/** The practice's own words where it has some, else the template's. */
function contentOf(input: MailInput): MailContent {
  if (input.topic === "mail-test") {
    const { topic } = input.payload;
    const content = contentOf(
      demoInput(Object.hasOwn(TEMPLATES, topic) ? (topic as EditableTopic) : "access-link", input.site),
    );
    return { ...content, subject: `Test: ${content.subject}` };
  }
  const words = input.site.texts[input.topic];
  if (words) return wordedMail(words, slotsOf(input));
  return (TEMPLATES[input.topic] as (props: MailInput) => MailContent)(input);
}

export function renderMail(input: MailInput): RenderedMail {
  const { subject, preview, body } = contentOf(input);
  const markup = renderToStaticMarkup(
    <Layout site={input.site} subject={subject} preview={preview}>
      {body}
    </Layout>,
  );
  const html = `<!DOCTYPE html>${markup}`;
  return { subject, html, text: toText(html) };
}
