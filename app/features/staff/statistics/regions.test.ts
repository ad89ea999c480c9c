import { expect, test } from "vitest";
import { regionOf } from "./regions.ts";

test.each([
  ["LS6 1AA", "Yorkshire and the Humber"],
  ["12 High Street, Cardiff CF10 1AA", "Wales"],
  ["SW1A 1AA", "London"],
  ["Milton Keynes General Hospital", "South East"],
  ["leeds", "Yorkshire and the Humber"],
  ["Edinburgh EH1 1AA", "Scotland"],
  ["Headingley LS6", "Yorkshire and the Humber"],
  ["Flat G1, 12 High Street, Leeds", "Yorkshire and the Humber"],
  ["12 York Road, London", "London"],
  ["York Road, Little Snoring", "Other places"],
  ["Bath Road, Reading", "South East"],
  ["3 London Road, Derby", "East Midlands"],
  ["York St, Bristol", "South West"],
  ["Leeds St James's Hospital", "Yorkshire and the Humber"],
  ["Lincoln County Hospital", "East Midlands"],
  ["Newcastle-under-Lyme", "West Midlands"],
  ["Newcastle upon Tyne", "North East"],
  ["Chester-le-Street", "North East"],
  ["Stoke-on-Trent", "West Midlands"],
  ["Newport, Isle of Wight", "South East"],
  ["Edinburgh", "Scotland"],
  ["Co. Down", "Northern Ireland"],
  ["St Helier, Jersey", "Channel Islands and Isle of Man"],
  ["Dublin", "Outside the United Kingdom"],
  ["BFPO 61", "Outside the United Kingdom"],
  ["Little Snoring", "Other places"],
  ["", "Other places"],
])("%s is in %s", (place, region) => {
  expect(regionOf(place)).toBe(region);
});
