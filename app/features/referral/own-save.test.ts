import { expect, it } from "vitest";
import type { ConflictView } from "./conflict.ts";
import { isOwnSave } from "./own-save.ts";

function conflictOver(saved: Record<string, string>): ConflictView {
  const fields = Object.entries(saved).map(([name, text]) => {
    return { name, label: name, saved: text, mine: "newer", isSavedLikelier: false };
  });
  return { version: 2, savedAt: "14:03", fields };
}

function sent(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}

it("knows what the page sent itself, as it is saved", () => {
  const form = sent({
    firstName: "Edith",
    postcode: "ls1 4ap ",
    "dob-day": "27",
    "dob-month": "3",
    "dob-year": "1941",
    occupation: "Nurse\r\nMidwife",
  });
  const saved = { postcode: "LS1 4AP", dob: "Thursday 27 March 1941", occupation: "Nurse\nMidwife" };
  expect(isOwnSave("personalDetails", conflictOver(saved), form)).toBe(true);
});

it("does not take somebody else's text for its own, in one field of two", () => {
  const form = sent({ familyTree: "One son", estateSize: "£200,000" });
  const saved = { familyTree: "One son", estateSize: "£300,000" };
  expect(isOwnSave("testamentary", conflictOver(saved), form)).toBe(false);
});
