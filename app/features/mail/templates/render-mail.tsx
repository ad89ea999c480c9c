import { mailOf } from "#app/features/mail/topics.ts";
import { compile } from "html-to-text";
import { renderToStaticMarkup } from "react-dom/server";
import { Fragment, type ReactNode } from "react";
import { demoInput } from "#app/features/mail/texts/demo.ts";
import { allowedPlaceholders, isEditable, ORIGINALS } from "#app/features/mail/texts/originals.ts";
import {
  isVisitTopic,
  type MailWords,
  type EditableTopic,
  type VisitTopic,
} from "#app/features/outbox/mail-topics.ts";
import { bookingSlots, link, text, type Slots } from "#app/features/mail/texts/slot-parts.tsx";
import { Layout, BulletList, Heading, Paragraph } from "./parts.tsx";
import type {
  InputOf,
  MailContent,
  MailInput,
  MailSite,
  WordedInput,
} from "#app/features/mail/mail-input.server.ts";

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

/** The placeholders of a mail: the company's, the booking's and its own. */
function slotsOf(input: WordedInput): Slots {
  const { name, phone, email } = input.site;
  const { button, slots } = mailOf(input.topic);
  return {
    company: text(name),
    phone: text(phone),
    email: text(email),
    ...("booking" in input && bookingSlots(input.booking)),
    ...(button && { link: link(isAboutVisit(input) ? input.visit.link : input.address, button) }),
    ...slots?.(input),
  };
}

const isAboutVisit = (input: WordedInput): input is InputOf<VisitTopic> => isVisitTopic(input.topic);

/** A practice's own confirmation keeps the right to cancel, which consumers must be given in writing. */
function withRights(topic: EditableTopic, own: MailWords | undefined): MailWords | undefined {
  if (!own || topic !== "booking-confirmation" || own.body.includes("{rights}")) return own;
  return { ...own, body: `${own.body}\n\n{rights}` };
}

export const demoSlots = (topic: EditableTopic, site: MailSite) =>
  slotsOf(demoInput(topic, site) as WordedInput);

/** Each placeholder that a mail of this topic may have, with the text that it becomes in a mail with made-up details;
 * empty where it is left out there. */
export function placeholderTexts(topic: EditableTopic, site: MailSite) {
  const slots = demoSlots(topic, site);
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
const fill = (line: string, slots: Slots): string =>
  line.replace(/\{(\w+)\}/g, (_all, name: string) => slots[name]?.text ?? "").trim();

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

/** The built-in words of a mail, which say a little more than an edit of them can. */
function builtInWords(input: WordedInput): MailWords {
  const { subject, body } = ORIGINALS[input.topic];
  if (input.topic === "invoice-ready" && input.payload.kind === "deposit")
    return { subject, body: body.replace("Your invoice", "Your deposit invoice") };
  if (input.topic === "booking-changed")
    return { subject, body: body.replace("{calendar}", "{consequences}\n\n{calendar}") };
  return { subject, body };
}

function builtInPreview(input: WordedInput): string {
  const { preview } = mailOf(input.topic);
  return typeof preview === "string" ? preview : preview(input);
}
