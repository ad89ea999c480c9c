import { describe, expect, it } from "vitest";
import { splitDate } from "#app/forms/date-parts.ts";
import { formValues, readFields, readSaveIds, readVersion } from "#app/kit/sections/posted-section.ts";
import { sectionFields, type SectionKey } from "./sections/sections.ts";

const readSectionForm = (key: SectionKey, form: FormData) => readFields(sectionFields(key), form);

function form(entries: [string, string][]): FormData {
  const data = new FormData();
  for (const [name, value] of entries) data.append(name, value);
  return data;
}

describe("a section's form", () => {
  it("reads texts, dates in three parts, lists and tick boxes", () => {
    const answers = readSectionForm(
      "personalDetails",
      form([
        ["firstName", "Edith"],
        ["dob-day", "27"],
        ["dob-month", "3"],
        ["dob-year", "1941"],
        ["interpreterNeeded", "on"],
      ]),
    );
    expect(answers).toEqual({ firstName: "Edith", dob: "1941-03-27", interpreterNeeded: true });
    expect(
      readSectionForm(
        "communicationAids",
        form([
          ["mobilityAids", "Walking stick"],
          ["mobilityAids", "Mobility scooter"],
        ]),
      ),
    ).toEqual({
      sensoryImpairments: [],
      communicationDifficulties: [],
      informationFormats: [],
      physicalDisabilities: [],
      mobilityAids: ["Walking stick", "Mobility scooter"],
      requiresWheelchairAccess: false,
    });
  });

  it("leaves out a field for which the saved text was chosen", () => {
    const answers = readSectionForm(
      "testamentary",
      form([
        ["familyTree", "mine"],
        ["choose.familyTree", "saved"],
        ["estateSize", "mine"],
        ["choose.estateSize", "mine"],
      ]),
    );
    expect(answers).toEqual({ estateSize: "mine" });
  });

  it("reads what was pasted with invisible characters without them", () => {
    const answers = readSectionForm(
      "personalDetails",
      form([
        ["firstName", "علی‌رضا\u200b"],
        ["phone", "\u202a07700\u00a0900123\u202c"],
        ["dob-day", "２７"],
        ["dob-month", "3\u200b"],
        ["dob-year", "1941"],
      ]),
    );
    expect(answers).toMatchObject({ firstName: "علی‌رضا", phone: "07700 900123", dob: "1941-03-27" });
  });

  it("shows a half-typed date as it was typed", () => {
    const parts: [string, string][] = [
      ["dob-day", "27"],
      ["dob-month", "3"],
      ["dob-year", ""],
    ];
    const saved = readSectionForm("personalDetails", form(parts));
    const { dob } = formValues(sectionFields("personalDetails"), saved);
    expect(splitDate(String(dob))).toEqual({ day: "27", month: "3", year: "" });
  });

  it("names the page's saves, and without scripts the page", () => {
    const key: [string, string] = ["formKey", "page"];
    expect(readSaveIds(form([key]))).toEqual(["page"]);
    expect(readSaveIds(form([key, ["saveId", "page.1"], ["saveId", "page.2"]]))).toEqual([
      "page.1",
      "page.2",
    ]);
    expect(readSaveIds(form([]))).toEqual([]);
    expect(readSaveIds(form(Array.from({ length: 99 }, () => ["saveId", "x"])))).toHaveLength(20);
  });

  it.each([
    ["3", 3],
    ["", undefined],
    ["-1", undefined],
    ["x", undefined],
  ])("reads version %j as %j", (text, version) => {
    expect(readVersion(form([["version", text]]))).toBe(version);
  });
});
