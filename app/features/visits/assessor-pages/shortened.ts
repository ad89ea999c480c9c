/** Characters of two A4 pages in the pack's print, with some room for short lines. */
const MAX_PACK_CHARACTERS = 12_000;
const MIN_CHARACTERS = 60;
const MAX_CHARACTERS = 600;

/** How long each answer of a pack may be, so that all fit on its two pages. `fixedCharacters` are those of
 * its other texts. */
export function answerLength(answerCount: number, fixedCharacters: number): number {
  const share = Math.floor((MAX_PACK_CHARACTERS - fixedCharacters) / Math.max(answerCount, 1));
  return Math.min(Math.max(share, MIN_CHARACTERS), MAX_CHARACTERS);
}

/** The text in one line, cut at a word with “…” when it is longer than so many characters. */
export function shortened(text: string, maxCharacters: number): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  if (line.length <= maxCharacters) return line;
  const end = line.lastIndexOf(" ", maxCharacters - 1);
  return `${line.slice(0, end > 0 ? end : maxCharacters - 1)}…`;
}
