/** Letters that do not come apart into a letter and an accent. */
const PLAIN: Record<string, string> = {
  ł: "l",
  ø: "o",
  đ: "d",
  ð: "d",
  þ: "th",
  æ: "ae",
  œ: "oe",
  ς: "σ",
};

/** `Élodie` and `ÉLODIE` as `elodie`, to search by; invisible characters are gone. Pure. */
export function foldText(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/[\p{M}\p{Cf}]/gu, "")
    .toUpperCase()
    .toLowerCase()
    .replace(/[łøđðþæœς]/g, (letter) => PLAIN[letter]!);
}
