/** Generates app/features/contact-details/countries.json from libphonenumber's dialling codes and the system's English
 * country names, so that the browser needs neither. Run it when a country is added. */
import { writeFileSync } from "node:fs";
import { getCountryCallingCode, type CountryCode } from "libphonenumber-js";
import { format } from "oxfmt";

/** The countries of the phone rules, and ten others that referrers often call from. */
const CODES =
  "AE AR AT AU BD BE BR CH CN CY CZ DE DK EG ES FI FR GB GR HK ID IE IL IN IT JP KE KR MT MX MY NG NL NO NZ PH PK PL PT RO SA SE SG TH TR US ZA";

/** Names that read better than the standard's. Canada shares +1 with the United States. */
const BETTER_NAMES: Record<string, string> = {
  US: "United States and Canada",
  HK: "Hong Kong",
  TR: "Turkey",
};

const names = new Intl.DisplayNames("en-GB", { type: "region" });
const countries = CODES.split(" ")
  .map((code) => ({
    name: BETTER_NAMES[code] ?? names.of(code)!,
    code,
    dialCode: `+${getCountryCallingCode(code as CountryCode)}`,
  }))
  .sort((a, b) => Number(b.code === "GB") - Number(a.code === "GB") || a.name.localeCompare(b.name, "en-GB"));

const file = "app/features/contact-details/countries.json";
writeFileSync(file, (await format(file, JSON.stringify(countries), { printWidth: 110 })).code);
console.log(`Wrote ${countries.length} countries to ${file}`);
