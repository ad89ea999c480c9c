export const DEFAULT_COUNTRY_CODE = "+44";

/** Country codes after which a number keeps its leading 0. */
const KEEPS_ZERO = new Set(["+39"]);

/** The first run of six digits or more. */
const NUMBER = /\(?\+?[\s(]*\d(?:[\s().\-–/]*\d){5,}/;
/** A whole number, and behind it opening hours in brackets or a second number. */
const REMARK = /^((?:\D*\d){7,}?)\s*(?:\(|\/\s*\+?\(?0).*$/;
const BREAK = /\s[-–]\s|\s*\/\s*/;

const isInternational = (typed: string) => /^\W*(?:\+|00)/.test(typed);

/** A number to be read: `+44 7700 900123` for 07700 900123 and +44 07700 900123. One that names its country itself
 * stays as it was typed otherwise, and so does what is no number. */
export function phoneForPeople(typed: string, countryCode: string = DEFAULT_COUNTRY_CODE): string {
  if (!/\d/.test(typed)) return typed;
  if (isInternational(typed)) {
    const zero = new RegExp(`^(\\W*(?:\\+|00)${countryCode.slice(1)}\\)?[ .-]*)0(?=\\d)`);
    return KEEPS_ZERO.has(countryCode) ? typed : typed.replace(zero, "$1");
  }
  return `${countryCode} ${KEEPS_ZERO.has(countryCode) ? typed : typed.replace(/^(\W*)0/, "$1")}`;
}

const countDigits = (text: string) => text.replace(/\D/g, "").length;

/** Without opening hours, an extension or another number behind a whole one: `0113 496 0000 - 2`, `… – 9-5`, `… /1`. */
function withoutRemark(found: string): string {
  const plain = found.replace(REMARK, "$1");
  const [number = "", remark = ""] = plain.split(BREAK);
  // Groups of one number are longer than the first and shorter than the second.
  const isRemark = /^\d{1,2}(?!\d)/.test(remark) || countDigits(remark) >= 9;
  return isRemark && countDigits(number) >= 9 ? number : plain;
}

/** A number as any phone in the world dials it, `+447700900123`. One of fewer than six digits, such as 111, stays as it
 * is. `countryCode` is that of the number, which `checkPhone` also finds in what was typed. */
export function dialledNumber(typed: string, countryCode: string = DEFAULT_COUNTRY_CODE): string {
  const run = NUMBER.exec(typed)?.[0];
  if (run === undefined) return typed.replace(/\D/g, "");
  const found = withoutRemark(run);
  const digits = found.replace(/\D/g, "");
  const code = countryCode.slice(1);
  const international = isInternational(found) ? digits.replace(/^00/, "") : code + digits;
  if (!international.startsWith(code)) return `+${international}`;
  const national = international.slice(code.length);
  return `${countryCode}${KEEPS_ZERO.has(countryCode) ? national : national.replace(/^0/, "")}`;
}

/** The link that dials it. */
export const phoneHref = (typed: string, countryCode?: string): string =>
  `tel:${dialledNumber(typed, countryCode)}`;

/** Without 070 (personal numbers) and 076 (pagers), except those of the Isle of Man. */
const UK_MOBILE = /^\+447(?:[1-57-9]\d{8}|624\d{6})$/;

/** The mobile number of the UK that was typed, `+447700900123`; null for any other number. */
export function ukMobile(typed: string, countryCode?: string): string | null {
  const number = dialledNumber(typed, countryCode);
  return UK_MOBILE.test(number) ? number : null;
}
