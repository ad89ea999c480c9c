import { CODE_MINUTES } from "#app/features/accounts/record/lifetimes.ts";
import { compile } from "html-to-text";
import { renderToStaticMarkup } from "react-dom/server";
import { Fragment, type ReactNode } from "react";
import { demoInput } from "#app/features/mail/texts/demo.ts";
import {
  allowedPlaceholders,
  isEditable,
  type MailWords,
  ORIGINALS,
  type EditableTopic,
} from "#app/features/mail/texts/originals.ts";
import { slotsOf, type Slots } from "#app/features/mail/texts/slots.tsx";
import { Layout, BulletList, Heading, Paragraph } from "./parts.tsx";
import type {
  MailContent,
  MailInput,
  MailSite,
  InputOf,
  WordedInput,
} from "#app/features/mail/mail-input.server.ts";
import { requestWords } from "#app/features/booking/record/request-words.ts";
import { statusLabel } from "#app/features/booking/fields/status.ts";
import { formatLongDate } from "#app/platform/dates.ts";
import { formatPoundsAndPence } from "#app/platform/money.ts";
import { changeInWords, next, STATUS_WORDS } from "#app/features/mail/texts/booking-words.ts";

/** Converts HTML to text; addresses follow the words of their links. */
const toText = compile({
  wordwrap: 76,
  selectors: [
    { selector: ".preview", format: "skip" },
    { selector: "h1", options: { uppercase: false } },
    { selector: "hr", options: { length: 40 } },
    { selector: "a", options: { linkBrackets: false, hideLinkHrefIfSameAsText: true } },
    { selector: "ul", options: { itemPrefix: "- " } },
    { selector: "tr.fact", format: "block", options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    { selector: "td.box", format: "block", options: { leadingLineBreaks: 2, trailingLineBreaks: 2 } },
    { selector: "td.button", format: "block", options: { leadingLineBreaks: 2, trailingLineBreaks: 2 } },
  ],
});

function contentOf(input: MailInput): MailContent {
  if (input.topic === "mail-test") {
    const { topic } = input.payload;
    const content = contentOf(demoInput(isEditable(topic) ? topic : "access-link", input.site));
    return { ...content, subject: `Test: ${content.subject}` };
  }
  const own = withRights(input.topic, input.site.texts[input.topic]);
  const content = wordedMail(own ?? builtInWords(input), slotsOf(input));
  return own ? content : { ...content, preview: builtInPreview(input) };
}

/** A practice's own confirmation keeps the right to cancel, which consumers must be given in writing. */
function withRights(topic: EditableTopic, own: MailWords | undefined): MailWords | undefined {
  if (!own || topic !== "booking-confirmation" || own.body.includes("{rights}")) return own;
  return { ...own, body: `${own.body}\n\n{rights}` };
}

/** Each placeholder that a mail of this topic may have, with the text that it becomes in a mail with made-up details;
 * empty where it is left out there. */
export function placeholderTexts(topic: EditableTopic, site: MailSite) {
  const slots = slotsOf(demoInput(topic, site) as WordedInput);
  return allowedPlaceholders(topic).map((name) => {
    const slot = slots[name];
    return { name, becomes: slot?.text ?? toText(renderToStaticMarkup(slot?.part)) };
  });
}

export function renderMail(input: MailInput) {
  const { subject, preview, body } = contentOf(input);
  const markup = renderToStaticMarkup(
    <Layout site={input.site} subject={subject} preview={preview}>
      {body}
    </Layout>,
  );
  const html = `<!DOCTYPE html>${markup}`;
  return { subject, html, text: toText(html) };
}

/** A mail's paragraphs end at an empty line, and where lines that start with `- ` begin or end. */
const BREAK = /\n\s*\n|(?<!^- .*)\n(?=- )|(?<=^- .*)\n(?!- )/m;

/** Fills in one go: what a value brings is never read as a placeholder. */
function fill(line: string, slots: Slots): string {
  return line.replace(/\{(\w+)\}/g, (_all, name: string) => slots[name]?.text ?? "").trim();
}

/** A mail in a practice's own words: blank lines make paragraphs, lines that start with `- ` a list. */
function wordedMail({ subject, body }: MailWords, slots: Slots): MailContent {
  const [heading = "", ...paragraphs] = body.split(BREAK);
  const preview = paragraphs
    .map((one) => fill(one, slots))
    .find((text) => text !== "" && !text.startsWith("- "));
  return {
    subject: fill(subject, slots).replace(/\s+/g, " "),
    preview: preview ?? "",
    body: (
      <>
        <Heading>{fill(heading, slots)}</Heading>
        {paragraphs.map((paragraph, index) => (
          <Fragment key={index}>{drawn(paragraph.trim(), slots)}</Fragment>
        ))}
      </>
    ),
  };
}

function drawn(paragraph: string, slots: Slots): ReactNode {
  const [, alone] = /^\{(\w+)\}$/.exec(paragraph) ?? [];
  const slot = alone === undefined ? undefined : slots[alone];
  if (slot && "part" in slot) return slot.part;
  const rows = paragraph.split("\n");
  if (rows.every((row) => row.startsWith("- ")))
    return <BulletList items={rows.map((row) => fill(row.slice(2), slots))} />;
  const text = fill(paragraph, slots);
  return text === "" ? null : <Paragraph>{text}</Paragraph>;
}

const PREVIEWS: { [Topic in EditableTopic]: string | ((input: InputOf<Topic>) => string) } = {
  "booking-confirmation": ({ booking }) => `Thank you. ${next(booking)}`,
  "company-notice": ({ booking: { status } }) =>
    status === "pending"
      ? "A new booking waits for its date to be confirmed."
      : `A booking was made. It is now ${statusLabel(status)}.`,
  "status-changed": ({ payload }) =>
    payload.isByRight ? "You have cancelled. This took effect at once." : STATUS_WORDS[payload.status],
  "booking-changed": ({ payload, booking }) => changeInWords(payload.changes[0]!, booking),
  "request-declined": ({ payload }) => `You asked for ${requestWords(payload)}.`,
  "request-notice": ({ payload }) => `They ask for ${requestWords(payload)}.`,
  "cancelled-notice": "There is nothing to answer.",
  "address-replaced": "If you did not expect this, please call us.",
  "visit-agreed": ({ visit }) => visit.when,
  "visit-moved": ({ visit }) => visit.when,
  "visit-reassigned": ({ visit }) => visit.when,
  "visit-cancelled": ({ booking }) => next(booking),
  "visit-reminder": ({ visit }) => visit.when,
  "visit-letter": "Please give it to the person before the visit.",
  "visit-late": ({ payload }) => `By about ${payload.minutes} minutes.`,
  "assessor-visit-agreed": "The place and the client are on its page.",
  "assessor-visit-moved": ({ visit }) => visit.when,
  "assessor-visit-reassigned": "You need not go.",
  "assessor-visit-cancelled": "You need not go.",
  "assessor-visit-outcome-missing": "The office waits for the outcome.",
  "assessor-visit-papers": "They are on the page of the visit.",
  "office-note": ({ payload }) =>
    payload.kind === "cannot-come" ? "Please give the visit to somebody else." : "Please read it now.",
  "unsafe-visit": "Please call the assessor now.",
  "visit-asked": ({ visit }) => `Please answer by ${visit.deadline}.`,
  "visit-question-closed": ({ visit }) => visit.outcome,
  "visits-tomorrow": "With time, booking and area.",
  "proposal-confirmed": "Your profile has the new details.",
  "proposal-refused": "Your profile stays as it was.",
  "invoice-ready": ({ payload: { amountPence, dueOn } }) =>
    `${formatPoundsAndPence(amountPence)}, due by ${formatLongDate(dueOn)}.`,
  "invoice-paid": ({ payload }) => `${formatPoundsAndPence(payload.amountPence)} has arrived. Thank you.`,
  "invoice-reminder": ({ payload: { openPence, dueOn } }) =>
    `${formatPoundsAndPence(openPence)} was due by ${formatLongDate(dueOn)}.`,
  "invoice-credited": ({ payload: { pence, invoice } }) =>
    `${formatPoundsAndPence(pence)} less on invoice ${invoice}.`,
  "referral-reminder": "The assessor needs them before the visit. What you typed so far is kept.",
  "referral-received": "Thank you. The assessor now has what they need to prepare.",
  "access-link": "A new link to your booking. Older links may no longer work.",
  "booking-link": "The assessments are already chosen. It takes a few minutes.",
  "sign-in-code": `It works for ${CODE_MINUTES} minutes.`,
  "temporary-password": "A temporary password, which you change when you first sign in.",
  "password-reset": "The link works once.",
  "confirm-email": "One press, and your other bookings appear in your account.",
  "account-exists": "Please sign in with the password that you have.",
  "report-ready": "The page sends a code to this address.",
  "report-reminder": "Please open it, and confirm that it arrived.",
  "report-withdrawn": "Your link no longer opens it.",
  "report-code": `It works for ${CODE_MINUTES} minutes.`,
  "part-asked": "It takes a few minutes, and you may refuse.",
  "part-reminder": "It takes a few minutes, and you may refuse.",
  "part-closed": "You need do nothing.",
  "part-news": "See the page for what comes next.",
  "part-notice": "See the page for what comes next.",
  "report-to-review": "Check it, and release or return it.",
  "report-returned": "Please read the note.",
  "report-unread": "Please call the recipient.",
  "virus-found": "Please send it again from another computer.",
  "assessor-virus-found": "Please send it again from another computer.",
  "virus-notice": "The file was deleted.",
  "concern-notice": "Please read it today.",
  "complaint-received": "We look into it and write to you.",
  "complaint-notice": "It must be acknowledged within 30 days.",
};

/** The built-in words of a mail, which say a little more than an edit of them can. */
function builtInWords(input: WordedInput): MailWords {
  const { subject, body } = ORIGINALS[input.topic];
  if (input.topic === "invoice-ready" && input.payload.kind === "deposit") {
    return { subject, body: body.replace("Your invoice", "Your deposit invoice") };
  }
  if (input.topic === "booking-changed") {
    return { subject, body: body.replace("{calendar}", "{consequences}\n\n{calendar}") };
  }
  return { subject, body };
}

function builtInPreview(input: WordedInput): string {
  const preview = PREVIEWS[input.topic] as string | ((input: WordedInput) => string);
  return typeof preview === "string" ? preview : preview(input);
}
