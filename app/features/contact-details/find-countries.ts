import COUNTRIES from "./countries.json" with { type: "json" };

/** Names by which people also know a country, by its code. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  AE: "uae|emirates|dubai|abu dhabi",
  CN: "prc",
  CZ: "czech republic",
  DE: "deutschland",
  ES: "españa",
  GB: "uk|great britain|britain|england|scotland|wales|northern ireland|gb",
  GR: "hellas",
  IE: "eire|republic of ireland",
  IT: "italia",
  KR: "korea",
  NL: "holland",
  CH: "schweiz|suisse",
  TR: "türkiye|turkiye",
  US: "usa|u.s.a.|america|american",
  ZA: "rsa",
};

/** Countries whose name, other name, code or dialling code, `0044` as well as `+44`, contains what was typed. */
export function findCountries(typed: string) {
  const wanted = typed
    .trim()
    .toLowerCase()
    .replace(/^00\s*(?=[1-9])/, "+");
  return COUNTRIES.filter(({ name, code, dialCode }) =>
    [name.toLowerCase(), code.toLowerCase(), dialCode, ...(OTHER_NAMES[code]?.split("|") ?? [])].some(
      (text) => text.includes(wanted),
    ),
  );
}
