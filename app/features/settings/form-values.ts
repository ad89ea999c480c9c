import { z } from "zod";
import { isIsoDate } from "#app/platform/dates.ts";
import { poundsProblem, readPounds } from "#app/platform/money.ts";
import { isReadable, nearestReadable } from "./colour.ts";

/** Would end a line of a mail's header, or is invisible. */
const CONTROL = /[\u0000-\u001f\u007f\u0085\u2028\u2029]/;

export const line = (longest: number, rule: { isRequired?: string } = {}) =>
  z.preprocess(
    (typed) => (typeof typed === "string" ? typed.trim() : ""),
    z
      .string()
      .max(longest, `Use at most ${longest} characters.`)
      .refine((text) => !CONTROL.test(text), "Write this on one line.")
      .refine((text) => !rule.isRequired || text !== "", rule.isRequired),
  );

export const lines = (longest: number) =>
  z.preprocess(
    (typed) => (typeof typed === "string" ? typed.replace(/\r\n?/g, "\n").trim() : ""),
    z
      .string()
      .max(longest, `Use at most ${longest} characters.`)
      .refine((text) => !CONTROL.test(text.replaceAll("\n", " ")), "Use plain text only."),
  );

export const whole = (least: number, most: number) => {
  const message = `Enter a whole number from ${least} to ${most}.`;
  return z.preprocess(
    (typed) => (typeof typed === "string" && /^\s*\d{1,9}\s*$/.test(typed) ? Number(typed) : typed),
    z.number({ error: message }).int(message).min(least, message).max(most, message),
  );
};

/** Typed pounds as whole pence; null when empty. */
export const poundsOrNone = line(20).transform((typed, context): number | null => {
  if (typed === "") return null;
  const pence = readPounds(typed, 0);
  if (pence !== null) return pence;
  context.addIssue({ code: "custom", message: poundsProblem(typed) });
  return z.NEVER;
});

export const ticked = z.preprocess((typed) => typed === "on" || typed === "true", z.boolean());

export const dayOrNone = line(10).refine(
  (day) => day === "" || isIsoDate(day),
  "Enter a day such as 2027-03-31.",
);

export const webAddress = line(300).refine(
  (text) => text === "" || (/^https?:\/\//.test(text) && URL.canParse(text)),
  "Enter an address that starts with https://, or leave this empty.",
);

export const accent = z
  .preprocess((typed) => (typeof typed === "string" ? typed.trim().toLowerCase() : ""), z.string())
  .superRefine((colour, context) => {
    const message = !/^#[0-9a-f]{6}$/.test(colour)
      ? "Enter a colour such as #0b5d5a."
      : !isReadable(colour)
        ? `Text in ${colour} is too pale to be read. The nearest shade that can be read is ${nearestReadable(colour)}.`
        : null;
    if (message) context.addIssue({ code: "custom", message });
  });

export const listOf = <Item>(read: (row: string) => Item | null, message: string, most: number) =>
  lines(4_000).transform((text, context): Item[] => {
    const rows = text
      .split(/[\n,]/)
      .map((row) => row.trim())
      .filter((row) => row !== "");
    const items = rows.map(read).filter((item) => item !== null);
    if (items.length === rows.length && rows.length <= most) return items;
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  });
