/** The alphabet of text messages (GSM 03.38). One part has 160 places; a sign of the extension takes two. */

export const MAX_TEXT_PLACES = 160;

const BASIC = new Set(
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà",
);
const EXTENDED = new Set("^{}\\[~]|€");
const INSTEAD: Readonly<Record<string, string>> = {
  "‘": "'",
  "’": "'",
  "“": '"',
  "”": '"',
  "–": "-",
  "—": "-",
  "…": "...",
  "\u00a0": " ",
};

/** Places that a text takes; null where a sign is not of the alphabet. */
export function gsmPlaces(text: string): number | null {
  let places = 0;
  for (const sign of text) {
    if (!BASIC.has(sign) && !EXTENDED.has(sign)) return null;
    places += EXTENDED.has(sign) ? 2 : 1;
  }
  return places;
}

/** Text in this alphabet: other letters without their accents, and nothing for a sign that has no like. */
export function toGsm(text: string): string {
  const signs = [...text].map((sign) => {
    if (gsmPlaces(sign) !== null) return sign;
    const instead = INSTEAD[sign] ?? sign.normalize("NFD").replace(/\p{M}/gu, "");
    return gsmPlaces(instead) === null ? "" : instead;
  });
  return signs.join("").replace(/\s+/g, " ").trim();
}
