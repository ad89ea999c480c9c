/** A code as people paste it, `123 456`, without its spaces. */
export function withoutSpaces(code: string): string {
  return code.replace(/\s+/g, "");
}
