import { expect, test } from "vitest";
import { districtIn } from "#app/features/assessors/areas.ts";
import { regionOf } from "./regions.ts";

test.each([
  ["LS6 1AA", "Yorkshire and the Humber"],
  ["12 High Street, Cardiff CF10 1AA", "Wales"],
  ["SW1A 1AA", "London"],
  ["Milton Keynes General Hospital", "South East"],
  ["leeds", "Yorkshire and the Humber"],
  ["Edinburgh EH1 1AA", "Scotland"],
  ["Little Snoring", "Other places"],
  ["", "Other places"],
])("%s is in %s", (place, region) => {
  expect(regionOf(place, districtIn(place))).toBe(region);
});
