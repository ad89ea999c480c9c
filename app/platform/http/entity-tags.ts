/** Whether an `If-None-Match` header names this entity tag: by `*`, or in its list, where weak and strong tags are
 * compared alike (RFC 9110, section 13.1.2). A proxy that compresses makes strong tags weak. */
export function isKnownTag(header: string | null, tag: string): boolean {
  if (header?.trim() === "*") return true;
  const listed = header?.match(/(?:W\/)?"[^"]*"/g) ?? [];
  const opaque = (one: string) => one.replace(/^W\//, "");
  return listed.some((one) => opaque(one) === opaque(tag));
}
