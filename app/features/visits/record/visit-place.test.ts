import { expect, test } from "vitest";
import { addressOf, districtOf, isInTown, isWholeAddress, saysAddress } from "./visit-place.ts";

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

test.each([
  ["3 Mill Lane, Leeds, LS6 2AB", true],
  ["Flat 2, Oak Court", true],
  ["Oak House, Mill Lane, LS6 2AB", true],
  ["Oak House, Leeds, LS6 2AB", true],
  ["Oak House, Leeds", false],
  ["Leeds LS6", false],
  ["Leeds, LS6 2AB", false],
  ["LS6 2AB", false],
  ["Headingley, Leeds, LS6", false],
  ["", false],
])("%j is a whole address: %j", (place, expected) => {
  expect(isWholeAddress(place)).toBe(expected);
});

test.each([
  ["3 Mill Lane, Leeds, LS6 2AB (ring twice)", "3 Mill Lane\nLeeds LS62AB", true],
  ["3 Mill Lane, Leeds, LS6 2AB", "Leeds LS6", true],
  ["3 Mill Lane, Leeds, LS6 2AB", "7 Referral Road, Leeds, LS6 2AB", false],
  ["Leeds LS6", "3 Mill Lane, Leeds, LS6 2AB", false],
  ["3 Mill Lane, Leeds", "Bradford", false],
])("%j says %j: %j", (place, address, expected) => {
  expect(saysAddress(place, address)).toBe(expected);
});

test.each([
  ["3 Mill Lane, Leeds, LS6 2AB", "Bradford BD1", "LS6"],
  ["3 Mill Lane, Leeds", "Leeds LS6", "LS6"],
  ["12 High Street, Bradford", "Leeds LS6", null],
  ["The library", "LS6 2AB", "LS6"],
  ["", "Leeds LS6", "LS6"],
  ["12 High Street, Bradford", null, null],
])("the district of %j, for a booking in %j, is %j", (place, location, district) => {
  expect(districtOf(place, location)).toBe(district);
});

test("an address in one line has no empty lines, and is none without its first", () => {
  expect(addressOf(["3 Mill Lane", null, " Leeds ", "LS6 2AB"])).toBe("3 Mill Lane, Leeds, LS6 2AB");
  expect(addressOf(["", "Leeds", "LS6 2AB"])).toBe("");
});
