import { cleanLine } from "#app/platform/clean-line.ts";
import { COUNTRIES } from "./countries.ts";

export const DEFAULT_COUNTRY_CODE = "+44";
const LONGEST_PHONE = 40;

type PhoneRule = {
  countryCode: string;
  countryName: string;
  minDigits: number;
  maxDigits: number;
  /** `10 digits`, as the messages say it. */
  format: string;
};

function rules(
  minDigits: number,
  maxDigits: number,
  countries: [countryCode: string, name: string][],
): PhoneRule[] {
  const format = minDigits === maxDigits ? `${minDigits} digits` : `${minDigits}-${maxDigits} digits`;
  return countries.map(([countryCode, countryName]) => ({
    countryCode,
    countryName,
    minDigits,
    maxDigits,
    format,
  }));
}

export const PHONE_RULES: readonly PhoneRule[] = [
  ...rules(10, 10, [
    ["+44", "UK"],
    ["+1", "US/Canada"],
    ["+91", "India"],
    ["+81", "Japan"],
    ["+30", "Greece"],
    ["+20", "Egypt"],
    ["+234", "Nigeria"],
    ["+52", "Mexico"],
    ["+54", "Argentina"],
    ["+63", "Philippines"],
  ]),
  ...rules(9, 9, [
    ["+61", "Australia"],
    ["+27", "South Africa"],
    ["+353", "Ireland"],
    ["+33", "France"],
    ["+34", "Spain"],
    ["+31", "Netherlands"],
    ["+32", "Belgium"],
    ["+41", "Switzerland"],
    ["+46", "Sweden"],
    ["+351", "Portugal"],
    ["+48", "Poland"],
    ["+971", "UAE"],
    ["+966", "Saudi Arabia"],
    ["+254", "Kenya"],
    ["+66", "Thailand"],
  ]),
  ...rules(8, 8, [
    ["+47", "Norway"],
    ["+45", "Denmark"],
    ["+65", "Singapore"],
  ]),
  ...rules(11, 11, [["+86", "China"]]),
  ...rules(8, 10, [["+64", "New Zealand"]]),
  ...rules(10, 11, [
    ["+49", "Germany"],
    ["+55", "Brazil"],
  ]),
  ...rules(9, 10, [
    ["+39", "Italy"],
    ["+358", "Finland"],
    ["+82", "South Korea"],
    ["+60", "Malaysia"],
  ]),
  ...rules(9, 11, [["+62", "Indonesia"]]),
];

export const PHONE_MESSAGES = {
  required: "Phone number is required",
  invalid: "This phone number appears to be invalid",
  allZeros: "Phone number cannot be all zeros",
  unreal: "This doesn't look like a real phone number",
  corrected: "Number auto-corrected (removed leading 0)",
  heading: "Please check your phone number",
} as const;

type PhoneCheck = {
  /** National digits without the leading 0, `7700900123`. */
  digits: string;
  /** The country chosen, or the one that the number starts with. */
  countryCode: string;
  error: string | null;
  /** Shown, but they refuse nothing. */
  warnings: string[];
};

/** Splits a typed number into country code and digits: `+44…` and `0044…` are understood. */
function splitCountryCode(typed: string, chosenCode: string): { countryCode: string; digits: string } {
  const digits = typed.replace(/\D/g, "");
  const isPlus = typed.trimStart().replace(/^\(/, "").startsWith("+");
  if (!isPlus && !digits.startsWith("00")) return { countryCode: chosenCode, digits };
  const international = isPlus ? digits : digits.slice(2);
  const chosen = chosenCode.slice(1);
  if (chosen !== "" && international.startsWith(chosen)) {
    return { countryCode: chosenCode, digits: international.slice(chosen.length) };
  }
  const other = COUNTRIES.map((country) => country.dialCode)
    .filter((code) => international.startsWith(code.slice(1)))
    .sort((a, b) => b.length - a.length)[0];
  if (!other) return { countryCode: chosenCode, digits };
  return { countryCode: other, digits: international.slice(other.length - 1) };
}

/** Checks for all zeros, then the number of digits, then made-up looking numbers. */
export function checkPhone(pasted: string, chosenCode: string = DEFAULT_COUNTRY_CODE): PhoneCheck {
  const typed = cleanLine(pasted);
  const allDigits = typed.slice(0, LONGEST_PHONE).replace(/\D/g, "");
  const split = splitCountryCode(typed.slice(0, LONGEST_PHONE), chosenCode);
  const hasLeadingZero = split.digits.startsWith("0");
  const digits = hasLeadingZero ? split.digits.slice(1) : split.digits;
  const { countryCode } = split;
  const refuse = (error: string, ...warnings: string[]): PhoneCheck => ({
    digits,
    countryCode,
    error,
    warnings,
  });

  if (typed.trim() === "") return refuse(PHONE_MESSAGES.required);
  if (/^0+$/.test(allDigits) || /^0+$/.test(digits)) {
    return refuse(PHONE_MESSAGES.invalid, PHONE_MESSAGES.allZeros);
  }
  const rule = PHONE_RULES.find((candidate) => candidate.countryCode === countryCode);
  if (typed.trim().length > LONGEST_PHONE || (digits === "" && !rule)) {
    return refuse(rule ? digitsMessage(rule) : PHONE_MESSAGES.invalid);
  }
  const warnings = hasLeadingZero ? [PHONE_MESSAGES.corrected as string] : [];
  if (rule && (digits.length < rule.minDigits || digits.length > rule.maxDigits)) {
    const count = `${digits.length} ${digits.length === 1 ? "digit" : "digits"}`;
    return refuse(
      digitsMessage(rule),
      ...warnings,
      `You've entered ${count}, but ${rule.countryName} numbers need ${rule.format}`,
    );
  }
  if (/^(1+|2+)$/.test(digits)) warnings.push(PHONE_MESSAGES.unreal);
  return { digits, countryCode, error: null, warnings };
}

/** The country code and the number as typed: `+44 07700 900123`. */
export function phoneAsTyped(countryCode: string, typed: string): string {
  return /^\(?(?:\+|00)/.test(typed) ? typed : `${countryCode} ${typed}`;
}

function digitsMessage(rule: PhoneRule): string {
  return `${rule.countryName} phone numbers should have ${rule.format}`;
}
