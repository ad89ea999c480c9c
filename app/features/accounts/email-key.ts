/** E-mail addresses are told apart without their capitals. */
export function emailKey(email: string): string {
  return email.trim().toLowerCase();
}
