import { expect, test } from "vitest";
import { demoInput } from "#app/features/mail/texts/demo.ts";
import { contrast, nearestReadable, shadesOf } from "#app/features/settings/colour.ts";
import { renderMail } from "./render-mail.tsx";

const colour = (text: string, pattern: RegExp) => {
  const found = pattern.exec(text)?.[1];
  if (!found) throw new Error(`no ${pattern}`);
  return found;
};

function drawn(accent: string) {
  const { tint, onDark } = shadesOf(accent);
  const { html, text } = renderMail(
    demoInput("booking-confirmation", {
      name: "Capacity Assessments",
      origin: "https://example.org",
      phone: "020 7946 0000",
      email: "hello@example.org",
      accent,
      tint,
      accentOnDark: onDark,
      details: [],
      bankDetails: "",
      footer: "",
      texts: {},
    }),
  );
  const light = colour(html, /class="button"[^>]*style="([^"]+)"/);
  const dark = colour(html, /\.button \{([^}]+)\}/);
  return {
    text,
    light: { ground: colour(light, /background:(#\w{6})/), ink: colour(light, /(?:^|;)color:(#\w{6})/) },
    dark: { ground: colour(dark, /background: (#\w{6})/), ink: colour(dark, / color: (#\w{6})/) },
    cards: { light: "#ffffff", dark: colour(html, /\.card \{ background: (#\w{6})/) },
  };
}

const ACCENTS = ["#0b5d5a", ...["#7a1f5c", "#003366", "#ffcc00", "#777777"].map(nearestReadable)];

test.each(ACCENTS)(
  "a mail's button in %s can be read and told from its card, in light and dark",
  (accent) => {
    const { light, dark, cards } = drawn(accent);
    expect(contrast(light.ink, light.ground)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(dark.ink, dark.ground)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(light.ground, cards.light)).toBeGreaterThanOrEqual(3);
    expect(contrast(dark.ground, cards.dark)).toBeGreaterThanOrEqual(3);
  },
);

test("the text version names the date and the sum in a line each", () => {
  expect(drawn("#0b5d5a").text).toContain(
    "Booking reference: MCA-7K4Q-2XPD\nPreferred date: Thursday 1 April 2027\nTotal: £1,120 including VAT\n",
  );
});
