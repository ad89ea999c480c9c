/** A link that writes to an address somebody typed; a line may break at its @. */
export function EmailLink({ email }: { email: string }) {
  const at = email.lastIndexOf("@");
  const [local, host] = [email.slice(0, at), email.slice(at)];
  // Encoded: `?bcc=` in an address would add a recipient to what staff write.
  return (
    <a href={`mailto:${encodeURIComponent(local)}${host}`}>
      {local}
      <wbr />
      {host}
    </a>
  );
}
