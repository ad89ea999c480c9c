/** An e-mail address as accounts are told apart: in lower case. */
export function emailKey(email: string): string {
  return email.trim().toLowerCase();
}
