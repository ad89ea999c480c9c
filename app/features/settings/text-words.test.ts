import fc from "fast-check";
import { expect, test } from "vitest";
import { gsmPlaces, toGsm } from "#app/platform/gsm-text.ts";
import { addDays, formatDayName } from "#app/platform/dates.ts";
import { fillText, TEXT_WORDS, textWords } from "./text-words.ts";

const REFERENCE = "MCA-7K4Q-2XPD";
const FACTS = { practice: "Acme Ltd", phone: "020 7946 0000", reference: REFERENCE };

test("a text names the practice, the day, the time, the phone and the reference", () => {
  const text = fillText(TEXT_WORDS.tomorrow, { ...FACTS, day: "Thu 11 Mar", time: "10:00" });
  expect(text).toBe(
    `Acme Ltd: visit tomorrow, Thu 11 Mar, 10:00. Reply 1 to confirm, 2 to be called. Ref ${REFERENCE}. Tel 020 7946 0000. STOP to end`,
  );
});

test("every text fits one part, whatever the practice is called and its phone is", () => {
  const phones = fc.oneof(
    fc.stringMatching(/^\+?[\d ()-]{5,39}$/),
    fc.constantFrom("+44 20 7946 0000", "9".repeat(40)),
  );
  fc.assert(
    fc.property(
      fc.constantFrom(...Object.values(TEXT_WORDS)),
      fc.oneof(fc.string({ unit: "binary", maxLength: 80 }), fc.string({ maxLength: 80 })),
      phones,
      fc.integer({ min: 0, max: 700 }),
      fc.integer({ min: 0, max: 1439 }),
      (words, practice, phone, days, minute) => {
        const day = formatDayName(addDays("2027-01-01", days));
        const time = new Date(minute * 60_000).toISOString().slice(11, 16);
        const text = fillText(words, { practice, phone, day, time, reference: REFERENCE });
        expect(gsmPlaces(text)).toBeLessThanOrEqual(160);
        for (const fact of [day, time, REFERENCE]) expect(text).toContain(fact);
      },
    ),
    { numRuns: 500 },
  );
});

test("a long name is cut between words, and a phone number that is no number is left out", () => {
  const practice = "The Independent Capacity Partnership of West Yorkshire and the Humber";
  const text = fillText(TEXT_WORDS.tomorrow, {
    practice,
    phone: "9".repeat(30),
    reference: REFERENCE,
    day: "Thu 11 Mar",
    time: "10:00",
  });
  expect(text).toMatch(/^The Independent Capacity Partnership of West: visit tomorrow/);
  expect(text).not.toContain("999");
});

test("letters outside the alphabet of texts lose their accents", () => {
  expect(toGsm("Tŷ Gŵyr’s “Łódź” – Café 🙂")).toBe('Ty Gwyr\'s "odz" - Café');
  expect(gsmPlaces("€[a]")).toBe(7);
});

test.each([
  ["{practice}: visit {day}", undefined],
  ["", "Enter what the text says."],
  ["{practice}: {person}", "{person} is no placeholder of a text."],
  ["{practice}: {}", "{} is no placeholder of a text."],
  ["Visit on {day}", "Name {practice} once."],
  ["{practice} or {practice}", "Name {practice} once."],
  ["{practice}: visit ŵ {day}", "“ŵ” is not in the alphabet of text messages."],
  ["{practice}: ".padEnd(300, "x"), "Shorten this by 141: "],
  [`{practice}${"x".repeat(149)}`, undefined],
  [`{practice}${"x".repeat(150)}`, "Shorten this by 1: "],
])("of the words %j it is said: %s", (words, said) => {
  const read = textWords.safeParse(words);
  expect(read.success).toBe(said === undefined);
  if (said) expect(read.error!.issues[0]!.message).toContain(said);
});

test("the words that a new practice has are allowed", () => {
  for (const words of Object.values(TEXT_WORDS)) expect(textWords.parse(words)).toBe(words);
});
