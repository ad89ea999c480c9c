import { gsmPlaces, MAX_TEXT_PLACES, toGsm } from "#app/platform/gsm-text.ts";
import { dialledNumber } from "#app/platform/phone-number.ts";
import { line } from "./form-values.ts";

/** The words of texts, in one part each. Never the name of a person, nor a word about health. */

export const TEXT_WORDS = {
  agreed: "{practice}: visit agreed for {day}, {time}. Ref {reference}. Questions? Call {phone}. STOP to end",
  tomorrow:
    "{practice}: visit tomorrow, {day}, {time}. Reply 1 to confirm, 2 to be called. Ref {reference}. Tel {phone}. STOP to end",
  moved:
    "{practice}: the visit is moved to {day}, {time}. Ref {reference}. Questions? Call {phone}. STOP to end",
  cancelled:
    "{practice}: the visit on {day}, {time} does not take place. Ref {reference}. Questions? Call {phone}. STOP to end",
};

type TextFacts = { practice: string; phone: string; day: string; time: string; reference: string };

const MAX_PHONE = 16;
const MIN_NAME = 11;
/** Each as long as it can be; the name of the practice is shortened to what is left. */
const LONG: TextFacts = {
  practice: "p".repeat(MIN_NAME),
  phone: "0".repeat(MAX_PHONE),
  day: "Wed 30 Sep",
  time: "00:00",
  reference: "MCA-AAAA-AAAA",
};

const PLACEHOLDER = /\{(\w*)\}/g;
const put = (words: string, facts: TextFacts) =>
  words.replace(PLACEHOLDER, (_, name: keyof TextFacts) => facts[name] ?? "");

/** Cut between words where enough is left. */
function shortName(name: string, room: number): string {
  let short = name;
  while ((gsmPlaces(short) ?? 0) > room) short = short.slice(0, -1);
  const whole = short === name ? -1 : short.lastIndexOf(" ");
  return (whole >= MIN_NAME ? short.slice(0, whole) : short).trim();
}

/** A number that is longer than any phone dials is left out. */
const shortPhone = (phone: string): string =>
  [toGsm(phone), dialledNumber(phone)].find(({ length }) => length <= MAX_PHONE) ?? "";

/** The text, in one part: the name of the practice is shortened to what is left. */
export function fillText(words: string, { practice, phone, ...facts }: TextFacts): string {
  const others = { ...facts, phone: shortPhone(phone) };
  const room = MAX_TEXT_PLACES - (gsmPlaces(put(words, { ...others, practice: "" })) ?? 0);
  return put(words, { ...others, practice: shortName(toGsm(practice), room) });
}

/** The practice's own words: with the placeholders that there are, in one part whatever they become. */
export const textWords = line(300, { isRequired: "Enter what the text says." }).superRefine(
  (words, context) => {
    const refuse = (message: string) => context.addIssue({ code: "custom", message });
    const names = [...words.matchAll(PLACEHOLDER)].map(([, name]) => name!);
    const unknown = names.find((name) => !Object.hasOwn(LONG, name));
    if (unknown !== undefined) return refuse(`{${unknown}} is no placeholder of a text.`);
    if (names.filter((name) => name === "practice").length !== 1) return refuse("Name {practice} once.");
    const strange = [...words.replace(PLACEHOLDER, "")].find((sign) => gsmPlaces(sign) === null);
    if (strange !== undefined) return refuse(`“${strange}” is not in the alphabet of text messages.`);
    const over = (gsmPlaces(put(words, LONG)) ?? 0) - MAX_TEXT_PLACES;
    if (over > 0)
      refuse(`Shorten this by ${over}: with the placeholders filled it has more than 160 characters.`);
  },
);
