import COUNTRIES from "./countries.json" with { type: "json" };

/** Names by which people also know a country, by its code. Those without a dialling code of their own count
 * as its parts. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  AE: "uae|emirates|dubai|abu dhabi",
  CN: "prc",
  CZ: "czech republic",
  DE: "deutschland",
  ES: "espana",
  GB: "uk|great britain|britain|england|scotland|wales|northern ireland|isle of man|jersey|guernsey|channel islands",
  GR: "hellas",
  IE: "eire|republic of ireland",
  IT: "italia",
  KR: "korea",
  NL: "holland",
  CH: "schweiz|suisse",
  TR: "turkiye",
  US: "usa|america",
  ZA: "rsa",
};

/** `U.K.`, `(+44)`, `0044`, `España` and `the Netherlands` as the lists have them. */
const plain = (typed: string) =>
  typed
    .normalize("NFD")
    .replace(/[\u0300-\u036f.()]/g, "")
    .trim()
    .toLowerCase()
    .replace(/^the /, "")
    .replace(/^(00|\+)\s*(?=[1-9])/, "+");

/** How well a country fits: 0 when its name begins with what was typed, 1 when one of its other names, its code or its
 * dialling code does, 2 when one of them contains it, 3 when none does. */
function rank({ name, code, dialCode }: (typeof COUNTRIES)[number], wanted: string): number {
  const names = [plain(name), ...(OTHER_NAMES[code]?.split("|") ?? []), code.toLowerCase(), dialCode];
  if (names[0]!.startsWith(wanted)) return 0;
  if (names.some((text) => text.startsWith(wanted))) return 1;
  return names.some((text) => text.includes(wanted)) ? 2 : 3;
}

/** The countries that fit what was typed, the best first, otherwise in the order of the list. */
export function findCountries(typed: string) {
  const wanted = plain(typed);
  return COUNTRIES.map((country) => ({ ...country, rank: rank(country, wanted) }))
    .filter((country) => country.rank < 3)
    .sort((one, other) => one.rank - other.rank);
}
