/** VAT numbers: their shape, and the check digits of British ones (HMRC, VAT Notice 725, section 16.19). */

const GB_STANDARD = /^(?:GB|XI)?(\d{9})(\d{3})?$/;
/** Government departments have numbers below 500, health authorities the rest. */
const GB_AUTHORITY = /^(?:GB|XI)(?:GD[0-4]|HA[5-9])\d{2}$/;
const EUROPEAN: Record<string, RegExp> = {
  AT: /^U\d{8}$/,
  BE: /^[01]\d{9}$/,
  BG: /^\d{9,10}$/,
  CY: /^\d{8}[A-Z]$/,
  CZ: /^\d{8,10}$/,
  DE: /^\d{9}$/,
  DK: /^\d{8}$/,
  EE: /^\d{9}$/,
  EL: /^\d{9}$/,
  ES: /^(?:[A-Z]\d{7}[A-Z\d]|\d{8}[A-Z])$/,
  FI: /^\d{8}$/,
  FR: /^[A-HJ-NP-Z\d]{2}\d{9}$/,
  HR: /^\d{11}$/,
  HU: /^\d{8}$/,
  IE: /^\d[A-Z\d+*]\d{5}[A-Z]{1,2}$/,
  IT: /^\d{11}$/,
  LT: /^(?:\d{9}|\d{12})$/,
  LU: /^\d{8}$/,
  LV: /^\d{11}$/,
  MT: /^\d{8}$/,
  NL: /^\d{9}B\d{2}$/,
  PL: /^\d{10}$/,
  PT: /^\d{9}$/,
  RO: /^\d{2,10}$/,
  SE: /^\d{10}01$/,
  SI: /^\d{8}$/,
  SK: /^\d{10}$/,
};

/** The number as a register has it, without the spaces and hyphens of people; a British one gets its country. */
export function plainVatNumber(typed: string): string {
  const plain = typed
    .normalize("NFKC")
    .replaceAll(/[\s\p{Pd}\u2212./_·:]/gu, "")
    .toUpperCase();
  return /^(?:\d{9}|\d{12}|(?:GD|HA)\d{3})$/.test(plain) ? `GB${plain}` : plain;
}

/** Seven digits, weighted 8 to 2, and two check digits: the whole is a multiple of 97, for newer numbers with 55
 * added. */
function hasCheckDigits(digits: string): boolean {
  const weighted = [8, 7, 6, 5, 4, 3, 2].reduce((sum, weight, at) => sum + weight * Number(digits[at]), 0);
  const sum = weighted + Number(digits.slice(7));
  return weighted > 0 && (sum % 97 === 0 || (sum + 55) % 97 === 0);
}

/** Whether a number may be one of the United Kingdom: nine digits with check digits, these and a branch, or that of an
 * authority; XI is Northern Ireland. */
export function isUkVatNumber(typed: string): boolean {
  const plain = plainVatNumber(typed);
  const [, digits] = GB_STANDARD.exec(plain) ?? [];
  return digits === undefined ? GB_AUTHORITY.test(plain) : hasCheckDigits(digits);
}

/** Whether a number may be a British one, or has its country and the shape of another one in Europe. */
export const isVatNumber = (typed: string): boolean =>
  isUkVatNumber(typed) ||
  EUROPEAN[plainVatNumber(typed).slice(0, 2)]?.test(plainVatNumber(typed).slice(2)) === true;

export const UK_VAT_NUMBER =
  "Enter a VAT number such as GB123456782: nine digits, of which the last two fit the others. Please check it on your certificate.";
