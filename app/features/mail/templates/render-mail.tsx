import { compile } from "html-to-text";
import { renderToStaticMarkup } from "react-dom/server";
import { demoInput } from "#app/features/mail/texts/demo.ts";
import { builtInPreview, builtInWords } from "#app/features/mail/texts/built-in.ts";
import { isEditable } from "#app/features/mail/texts/originals.ts";
import { slotsOf } from "#app/features/mail/texts/slots.tsx";
import { wordedMail } from "#app/features/mail/texts/worded-mail.tsx";
import { Layout } from "./parts.tsx";
import type { MailContent, MailInput } from "./mail-input.ts";

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

/** In the practice's own words where it has some, else in the built-in ones. */
function contentOf(input: MailInput): MailContent {
  if (input.topic === "mail-test") {
    const { topic } = input.payload;
    const content = contentOf(demoInput(isEditable(topic) ? topic : "access-link", input.site));
    return { ...content, subject: `Test: ${content.subject}` };
  }
  const own = input.site.texts[input.topic];
  const content = wordedMail(own ?? builtInWords(input), slotsOf(input));
  return own ? content : { ...content, preview: builtInPreview(input) };
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
