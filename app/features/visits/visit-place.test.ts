import { expect, test } from "vitest";
import { isInTown } from "./visit-place.ts";

test.each([
  ["3 Mill Lane, Leeds, LS6 2AB", "Leeds", true],
  ["3 Mill Lane, Leeds LS6 2AB", " leeds ", true],
  ["Rose House\nHebden  Bridge", "Hebden Bridge", true],
  ["3 Mill Lane, Leeds", "Ward 4, Leeds", true],
  ["3 Leeds Road, Bradford", "Leeds", false],
  ["Ward 4, Leeds", "Ward 4, Bradford", false],
  ["3 Mill Lane, Leeds", "", false],
  ["", "", false],
  ["LS6 2AB", "LS6 2AB", false],
])("the town of %j is %j: %j", (place, town, expected) => {
  expect(isInTown(place, town)).toBe(expected);
});
