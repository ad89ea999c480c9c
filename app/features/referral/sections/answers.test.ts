import { describe, expect, it } from "vitest";
import { answerText, changedAmong } from "#app/kit/sections/answers.ts";
import { answersAsTyped, mergeAnswers, normalisePhones } from "./answers.ts";
import { sectionFields } from "./sections.ts";

describe("what saving does to answers", () => {
  it("clears the details of gifts when the answer is no", () => {
    const details = {
      pastGiftType: "Car",
      pastGiftValue: "£9,000",
      pastGiftRecipient: "Tom",
      pastGiftDate: "2020",
    };
    const saved = { hasPastGifts: "yes", ...details, hasFutureGifts: "yes", futureGiftType: "House" };
    expect(mergeAnswers("gift", saved, { hasPastGifts: "no", ...details })).toEqual({
      hasPastGifts: "no",
      pastGiftType: "",
      pastGiftValue: "",
      pastGiftRecipient: "",
      pastGiftDate: "",
      hasFutureGifts: "yes",
      futureGiftType: "House",
    });
  });

  it.each([
    [["None"], ["None"]],
    [["None", "Hearing impairment"], ["Hearing impairment"]],
    [["Hearing impairment", "Hearing impairment"], ["Hearing impairment"]],
    [[], []],
  ])("lets another choice win over None: %j becomes %j", (given, expected) => {
    expect(mergeAnswers("communicationAids", {}, { sensoryImpairments: given })).toEqual({
      sensoryImpairments: expected,
    });
  });

  it("upper-cases the postcode, keeps line breaks as one character and drops unknown keys", () => {
    expect(
      mergeAnswers(
        "personalDetails",
        {},
        { postcode: " ls1 4ap", gpAddress: "1 High St\r\nLeeds", other: "x" },
      ),
    ).toEqual({ postcode: "LS1 4AP", gpAddress: "1 High St\nLeeds" });
  });

  describe("a phone number that Submit has normalised", () => {
    const saved = { countryCode: "+33", phone: "612345678", phoneAsTyped: "0033 6 12 34 56 78" };

    it.each([
      ["given as it was typed is the saved one", { phone: "0033 6 12 34 56 78", countryCode: "+44" }, saved],
      ["given in its normal form is the saved one", { phone: "612345678" }, saved],
      [
        "that is typed anew takes the place of the saved one",
        { phone: "0612345678", countryCode: "+33" },
        { phone: "0612345678", countryCode: "+33" },
      ],
    ])("%s", (_, given, expected) => {
      expect(mergeAnswers("personalDetails", saved, given)).toEqual(expected);
    });

    it("is another one in another country", () => {
      const british = { countryCode: "+44", phone: "7700900456", phoneAsTyped: "07700 900456" };
      expect(
        mergeAnswers("personalDetails", british, { phone: "07700 900456", countryCode: "+353" }),
      ).toEqual({ phone: "07700 900456", countryCode: "+353" });
    });
  });

  it("keeps a phone as it was typed, also when Submit reads it again", () => {
    const typed = { phone: "07700 900456", countryCode: "+44" };
    const once = normalisePhones("personalDetails", typed);
    expect(once).toEqual({ phone: "7700900456", phoneAsTyped: "07700 900456", countryCode: "+44" });
    expect(normalisePhones("personalDetails", once)).toEqual(once);
    expect(answersAsTyped("personalDetails", once)).toMatchObject(typed);
    expect(answersAsTyped("personalDetails", typed)).toEqual(typed);
  });

  it("does not count blank for missing as a change", () => {
    const FIELDS = sectionFields("communicationAids");
    expect(
      changedAmong(FIELDS, {}, { allergies: "", mobilityAids: [], requiresWheelchairAccess: false }),
    ).toEqual([]);
    expect(changedAmong(FIELDS, { allergies: "Nuts" }, { allergies: "" })).toEqual(["allergies"]);
  });
});

it.each([
  ["dob", "1941-03-27", "27 March 1941"],
  ["dob", "1941-2-31", "1941-2-31"],
  ["interpreterNeeded", true, "Yes"],
  ["interpreterNeeded", false, "No"],
  ["interpreterNeeded", undefined, ""],
] as const)("the answer to %s %j is read as %j", (name, answer, text) => {
  const field = sectionFields("personalDetails").find((one) => one.name === name)!;
  expect(answerText(field, answer)).toBe(text);
});

it("an answer is read in the words of its option", () => {
  const field = sectionFields("gift").find(({ name }) => name === "giftType")!;
  expect(answerText(field, "lifetime_gift")).toBe("Lifetime gift");
});
