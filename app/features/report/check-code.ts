/** 32 letters and figures, 5 bits each: without 0 and O, 1 and I. */
const ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
const LENGTH = 12;
const CODE = new RegExp(`^[${ALPHABET}]{${LENGTH}}$`);

/** A code of 60 bits from random or hashed bytes, in groups: `K7QD-M3XP-9TRA`. */
export const codeFrom = (bytes: Uint8Array): string =>
  [...bytes.subarray(0, LENGTH)]
    .map((byte, index) => `${index > 0 && index % 4 === 0 ? "-" : ""}${ALPHABET[byte & 31]!}`)
    .join("");

const withoutGaps = (typed: string) => typed.toUpperCase().replaceAll(/[\s\p{Pd}\u2212]/gu, "");

/** A typed code as it is printed: small letters, spaces and any dash are read. Null for what no code can be. */
export function readCheckCode(typed: string): string | null {
  const letters = withoutGaps(typed);
  return CODE.test(letters) ? letters.match(/.{4}/g)!.join("-") : null;
}

/** A typed reference as the booking has it. */
export const readReference = (typed: string): string =>
  withoutGaps(typed).replace(/^([A-Z]+?)([A-Z\d]{4})([A-Z\d]{4})$/, "$1-$2-$3");
