import { cleanLine } from "#app/platform/clean-line.ts";
import { DEFAULT_COUNTRY_CODE } from "#app/platform/phone-number.ts";
import COUNTRIES from "./countries.json" with { type: "json" };

export const COUNTRY_OPTIONS = COUNTRIES.map(({ name, dialCode }) => ({
  value: dialCode,
  label: `${name} (${dialCode})`,
}));

const MAX_PHONE_LENGTH = 40;

/** The fewest and the most digits of a national number without its leading 0, and the country codes that take them. */
const DIGITS: readonly [fewest: number, most: number, countryCodes: string][] = [
  [10, 10, "+44 +1 +91 +81 +30 +20 +234 +52 +54 +63"],
  [9, 9, "+61 +27 +353 +33 +34 +31 +32 +41 +46 +351 +48 +971 +966 +254 +66"],
  [8, 8, "+47 +45 +65"],
  [11, 11, "+86"],
  [8, 10, "+64"],
  [10, 11, "+49 +55"],
  [9, 10, "+39 +358 +82 +60"],
  [9, 11, "+62"],
];

/** Country names in messages that differ from the list. */
const SHORT_NAMES: Readonly<Record<string, string>> = { "+44": "UK", "+1": "US/Canada", "+971": "UAE" };

const nameOf = (countryCode: string) =>
  SHORT_NAMES[countryCode] ?? COUNTRIES.find(({ dialCode }) => dialCode === countryCode)!.name;

export const PHONE_RULES = DIGITS.flatMap(([minDigits, maxDigits, countryCodes]) =>
  countryCodes.split(" ").map((countryCode) => ({
    countryCode,
    countryName: nameOf(countryCode),
    minDigits,
    maxDigits,
    format: minDigits === maxDigits ? `${minDigits} digits` : `${minDigits}-${maxDigits} digits`,
  })),
);

type PhoneRule = (typeof PHONE_RULES)[number];

export const PHONE_MESSAGES = {
  required: "Phone number is required",
  invalid: "This phone number appears to be invalid",
  allZeros: "Phone number cannot be all zeros",
  unreal: "This doesn't look like a real phone number",
  corrected: "Number auto-corrected (removed leading 0)",
  heading: "Please check your phone number",
  /** The rules of digits know neither landlines in Dublin (8 digits) nor those after 016977 (9 digits). */
  otherLength:
    "Some numbers have fewer or more digits. If this one is right, enter another one, such as a mobile, or call us.",
} as const;

/** Numbers of fewer digits are unfinished in any country. */
const MIN_WHOLE_NUMBER = 6;

type PhoneCheck = {
  /** National digits without the leading 0, `7700900123`. */
  digits: string;
  /** The country chosen, or the one that the number starts with. */
  countryCode: string;
  error: string | null;
  /** The way on when a refused number is right; null without `error`, and for what cannot be right. */
  advice: string | null;
  /** Shown, but they refuse nothing. */
  warnings: string[];
};

/** Why a number is refused, and what to do if it is right; none for an accepted one. */
export const phoneMessages = ({ error, advice }: PhoneCheck): string[] =>
  [error, advice].filter((message) => message !== null);

/** Splits a typed number into country code and digits: `+44…` and `0044…` are understood. */
function splitCountryCode(typed: string, chosenCode: string): { countryCode: string; digits: string } {
  const digits = typed.replace(/\D/g, "");
  const isPlus = typed.trimStart().replace(/^\(/, "").startsWith("+");
  if (!isPlus && !digits.startsWith("00")) return { countryCode: chosenCode, digits };
  const international = isPlus ? digits : digits.slice(2);
  const chosen = chosenCode.slice(1);
  if (chosen !== "" && international.startsWith(chosen))
    return { countryCode: chosenCode, digits: international.slice(chosen.length) };
  const other = COUNTRIES.find(({ dialCode }) => international.startsWith(dialCode.slice(1)))?.dialCode;
  if (!other) return { countryCode: chosenCode, digits };
  return { countryCode: other, digits: international.slice(other.length - 1) };
}

/** Reads a number as typed and checks its length for its country. */
export function checkPhone(given: string, chosenCode: string = DEFAULT_COUNTRY_CODE): PhoneCheck {
  const typed = cleanLine(given);
  const allDigits = typed.replace(/\D/g, "");
  const split = splitCountryCode(typed, chosenCode);
  const hasLeadingZero = split.digits.startsWith("0");
  const digits = hasLeadingZero ? split.digits.slice(1) : split.digits;
  const { countryCode } = split;
  const refuse = (error: string, ...warnings: string[]): PhoneCheck => ({
    digits,
    countryCode,
    error,
    warnings,
    advice: null,
  });

  if (typed.trim() === "") return refuse(PHONE_MESSAGES.required);
  if (/^0+$/.test(allDigits) || /^0+$/.test(digits))
    return refuse(PHONE_MESSAGES.invalid, PHONE_MESSAGES.allZeros);
  const rule = PHONE_RULES.find((candidate) => candidate.countryCode === countryCode);
  if (typed.trim().length > MAX_PHONE_LENGTH || (digits === "" && !rule))
    return refuse(rule ? digitsMessage(rule) : PHONE_MESSAGES.invalid);
  const warnings = hasLeadingZero ? [PHONE_MESSAGES.corrected as string] : [];
  if (rule && (digits.length < rule.minDigits || digits.length > rule.maxDigits)) {
    const count = `${digits.length} ${digits.length === 1 ? "digit" : "digits"}`;
    const counted = `You've entered ${count}, but ${rule.countryName} numbers need ${rule.format}`;
    const advice = digits.length < MIN_WHOLE_NUMBER ? null : PHONE_MESSAGES.otherLength;
    return { ...refuse(digitsMessage(rule), ...warnings, counted), advice };
  }
  if (isUnrealPhone(digits)) warnings.push(PHONE_MESSAGES.unreal);
  return { digits, countryCode, error: null, advice: null, warnings };
}

/** True for digits that nobody has as a number; they are accepted with a warning. */
export const isUnrealPhone = (digits: string) => /^(1+|2+)$/.test(digits);

const digitsMessage = (rule: PhoneRule): string =>
  `${rule.countryName} phone numbers should have ${rule.format}`;
