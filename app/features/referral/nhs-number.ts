/**
 * True for ten digits whose last one is the modulus-11 check digit of the first nine. Spaces and hyphens are ignored
 * (NHS Data Dictionary, "NHS NUMBER").
 */
export function isNhsNumber(text: string): boolean {
  const digits = text.replace(/[\s-]/g, "");
  if (!/^\d{10}$/.test(digits)) return false;
  const sum = [...digits.slice(0, 9)].reduce(
    (total, digit, index) => total + Number(digit) * (10 - index),
    0,
  );
  const check = (11 - (sum % 11)) % 11;
  return check === Number(digits[9]);
}
