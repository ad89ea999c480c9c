import { z } from "zod";
import { cleanLine } from "#app/platform/clean-line.ts";
import { DEFAULT_COUNTRY_CODE } from "#app/platform/phone-number.ts";

/** Empty when nothing of it can be seen, such as zero-width spaces alone. */
const visible = (text: string): string => (/[^\p{Z}\p{Cc}\p{Cf}]/u.test(text) ? cleanLine(text).trim() : "");

const textWithout = (controls: RegExp) => (value: unknown) => {
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? visible(value.replace(/\r\n?/g, "\n").replace(controls, " ")) : value;
};

const asLine = textWithout(/[\u0000-\u001f\u007f]+/g);
const asLines = textWithout(/[\u0000-\u0008\u000b-\u001f\u007f]+/g);

const textReadBy = (read: (value: unknown) => unknown) => (label: string, longest: number) =>
  z.preprocess(
    read,
    z
      .string({ error: `${label} must be text.` })
      .max(longest, { error: `${label} must be ${longest} characters or fewer.` }),
  );

export const text = textReadBy(asLine);

export const multilineText = textReadBy(asLines);

const TRUE = new Set<unknown>([true, "true", "on", "yes", "1", 1]);
const FALSE = new Set<unknown>([false, "false", "off", "no", "0", 0, "", undefined, null]);
export const flag = (label: string) =>
  z.preprocess(
    (value) => (TRUE.has(value) ? true : FALSE.has(value) ? false : value),
    z.boolean({ error: `${label} must be true or false.` }),
  );

export const countryCode = z.preprocess(
  (value) => (value === "" || value === null || value === undefined ? DEFAULT_COUNTRY_CODE : asLine(value)),
  z.string({ error: "Please choose a country code." }).regex(/^\+\d{1,4}$/, "Please choose a country code."),
);
