import { describe, expect, it } from "vitest";
import { longText } from "./fields.ts";
import { describeConflict, seenFields } from "./sections.server.ts";

const FIELDS = [
  longText("familyTree", "Family"),
  longText("estateSize", "Estate"),
  longText("clientWishes", "Wishes"),
];

const SEEN = { familyTree: "One daughter", estateSize: "£300,000" };
const SAVED = { ...SEEN, estateSize: "£350,000", clientWishes: "All to the daughter" };

/** Which text is suggested for each field to a writer whose page showed SEEN, while SAVED was written by another. */
function suggested(given: Record<string, string>, seen = seenFields(FIELDS, SEEN)) {
  const changed = FIELDS.map(({ name }) => name);
  const form = new FormData();
  form.set("seen", seen);
  const saved = { version: 2, answers: SAVED, updatedAt: "2026-11-21T09:00:00.000Z", saveHash: null };
  const view = describeConflict(form, FIELDS, { saved, given, changed }, SAVED);
  return Object.fromEntries(
    view.fields.map((field) => [field.name, field.isSavedLikelier ? "saved" : "mine"]),
  );
}

describe("which text a conflict suggests", () => {
  it("is the saved one where the writer changed nothing, and the writer's own where they did", () => {
    expect(suggested({ ...SEEN, familyTree: "Two sons" })).toEqual({
      familyTree: "mine",
      estateSize: "saved",
      clientWishes: "saved",
    });
  });

  it("is the writer's own where it is not known what they saw, unless it is blank", () => {
    expect(suggested({ ...SEEN, familyTree: "Two sons" }, "")).toEqual({
      familyTree: "mine",
      estateSize: "mine",
      clientWishes: "saved",
    });
  });
});
