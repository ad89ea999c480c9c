import { currentOffer } from "#app/features/catalogue/catalogue.ts";
import { expect, test } from "vitest";
import { demoInput } from "#app/features/mail/texts/demo.ts";
import { ORIGINALS } from "#app/features/mail/texts/originals.ts";
import type { EditableTopic } from "#app/features/outbox/mail-topics.ts";
import { contrast, nearestReadable, shadesOf } from "#app/features/settings/colour.ts";
import { renderMail } from "./render-mail.tsx";

const colour = (text: string, pattern: RegExp) => {
  const found = pattern.exec(text)?.[1];
  if (!found) throw new Error(`no ${pattern}`);
  return found;
};

function draw(topic: EditableTopic, accent = "#0b5d5a") {
  const { tint, onDark } = shadesOf(accent);
  return renderMail(
    demoInput(topic, {
      name: "Capacity Assessments",
      origin: "https://example.org",
      phone: "020 7946 0000",
      email: "hello@example.org",
      accent,
      tint,
      accentOnDark: onDark,
      details: ["Capacity Assessments Ltd", "1 High Street, Leeds"],
      bankDetails: "",
      footer: "",
      texts: {},
    }),
  );
}

function colours(accent: string) {
  const { html } = draw("booking-confirmation", accent);
  return {
    light: {
      ground: colour(html, /class="button"[^>]*[";]background-color:(#\w{6})/),
      ink: colour(html, /class="button-words"[^>]*[";]color:(#\w{6})/),
    },
    dark: {
      ground: colour(html, /\.button \{ background-color: (#\w{6})/),
      ink: colour(html, /\.button-words \{ color: (#\w{6})/),
    },
    cards: { light: "#ffffff", dark: colour(html, /\.card \{ background-color: (#\w{6})/) },
  };
}

const ACCENTS = ["#0b5d5a", ...["#7a1f5c", "#003366", "#ffcc00", "#777777"].map(nearestReadable)];

test.each(ACCENTS)(
  "a mail's button in %s can be read and told from its card, in light and dark",
  (accent) => {
    const { light, dark, cards } = colours(accent);
    expect(contrast(light.ink, light.ground)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(dark.ink, dark.ground)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(light.ground, cards.light)).toBeGreaterThanOrEqual(3);
    expect(contrast(dark.ground, cards.dark)).toBeGreaterThanOrEqual(3);
  },
);

test("the text version names the date and the sum in a line each", () => {
  expect(draw("booking-confirmation").text).toContain(
    `Booking reference: MCA-7K4Q-2XPD\nPreferred date: Thursday 1 April 2027\nTotal: £1,120 ${currentOffer().vatPhrase}\n`,
  );
});

const EVERYWHERE = /./;
const CELLS = /^t[dh]$/;
/** Properties that Outlook 2016 for Windows, which draws mails with Word, respects, and on which elements. Source:
 * caniemail.com (npm: caniemail 2.0.2), data of 2025-09-09. It has nothing on `color` and `font-family`,
 * which are kept. */
const KEPT_BY_OUTLOOK: Record<string, RegExp> = {
  "background-color": EVERYWHERE,
  border: /^(hr|table|t[dh])$/,
  "border-top": /^(hr|table|t[dh])$/,
  color: EVERYWHERE,
  "font-family": EVERYWHERE,
  "font-size": EVERYWHERE,
  "font-weight": EVERYWHERE,
  "letter-spacing": EVERYWHERE,
  "line-height": EVERYWHERE,
  margin: /^(h1|hr|p|table|ul)$/,
  "mso-padding-alt": CELLS,
  padding: CELLS,
  "text-align": EVERYWHERE,
  "text-decoration": EVERYWHERE,
  width: /^(table|t[dh])$/,
};
const ELEMENTS = /^(html|head|meta|title|style|body|table|tbody|tr|td|p|h1|div|span|strong|a|ul|li|br|hr)$/;

/** Whether a mail reads the same without it: round corners, the width on a phone, or padding that the cell has too. */
function isSpare(declaration: string, tag: string, attributes: string, cell: string) {
  const [property] = declaration.split(":");
  if (property === "border-radius" || declaration === "display:none" || declaration.endsWith(":0"))
    return true;
  if (tag === "table" && (property === "max-width" || property === "table-layout"))
    return / width="\d+%?"/.test(attributes);
  return (
    tag === "a" &&
    (declaration === "display:inline-block" ||
      (property === "padding" && cell.includes(`mso-padding-alt:${declaration.slice("padding:".length)}`)))
  );
}

/** The declarations that Outlook for Windows would drop, with their elements. */
function lostInOutlook(html: string): string[] {
  let cell = "";
  return [...html.replaceAll("&#x27;", "'").matchAll(/<([a-z]\w*)((?: [\w-]+(?:="[^"]*")?)*)/g)].flatMap(
    ([, tag = "", attributes = ""]) => {
      if (tag === "td") cell = attributes;
      const [, style = ""] = / style="([^"]*)"/.exec(attributes) ?? [];
      const lost = style
        .split(";")
        .filter(Boolean)
        .filter((declaration) => !KEPT_BY_OUTLOOK[declaration.split(":")[0]!]?.test(tag))
        .filter((declaration) => !isSpare(declaration, tag, attributes, cell));
      return [...(ELEMENTS.test(tag) ? [] : [tag]), ...lost.map((declaration) => `${tag} ${declaration}`)];
    },
  );
}

const TOPICS = Object.keys(ORIGINALS) as EditableTopic[];

test.each(TOPICS)("the mail %s keeps its width, padding and button in Outlook for Windows", (topic) => {
  const { html } = draw(topic);
  expect(lostInOutlook(html)).toEqual([]);
  const cells = html.match(/<td[^>]*>(?=\s*[^<\s])/g) ?? [];
  expect(cells.filter((cell) => !cell.includes("font-family"))).toEqual([]);
});
