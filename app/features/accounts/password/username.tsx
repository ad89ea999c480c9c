/** The address whose password a form is about: for password managers alone, and not sent. */
export function Username({ email }: { email: string }) {
  return <input type="email" autoComplete="username" value={email} readOnly hidden />;
}
