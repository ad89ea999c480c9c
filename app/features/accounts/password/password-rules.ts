/** No I/O: the browser's checklist and the server share these rules. */

export const MAX_PASSWORD_CHARACTERS = 128;

export type PasswordRule = { id: string; label: string; isMet(password: string): boolean };

const length: PasswordRule = {
  id: "length",
  label: "At least 8 characters",
  isMet: (password) => [...password].length >= 8,
};

export const FULL_PASSWORD_RULES: readonly PasswordRule[] = [
  length,
  { id: "uppercase", label: "One uppercase letter", isMet: (password) => /\p{Lu}/u.test(password) },
  { id: "lowercase", label: "One lowercase letter", isMet: (password) => /\p{Ll}/u.test(password) },
  { id: "number", label: "One number", isMet: (password) => /\p{Nd}/u.test(password) },
  { id: "symbol", label: "One symbol", isMet: (password) => /[^\p{L}\p{N}]/u.test(password) },
];

export const CUSTOMER_PASSWORD_RULES: readonly PasswordRule[] = [length];

export function meetsAll(rules: readonly PasswordRule[], password: string): boolean {
  return rules.every((rule) => rule.isMet(password));
}
