/** Letters that Unicode does not split into letter and accent. */
const PLAIN: Record<string, string> = { ł: "l", ø: "o", đ: "d", ð: "d", þ: "th", æ: "ae", œ: "oe", ς: "σ" };

/** Text for searching: `Élodie` and `ÉLODIE` become `elodie`; invisible characters are removed. */
export function foldText(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/[\p{M}\p{Cf}]/gu, "")
    .toUpperCase()
    .toLowerCase()
    .replace(/[łøđðþæœς]/g, (letter) => PLAIN[letter]!);
}
