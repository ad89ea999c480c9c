import { expect, test } from "vitest";
import { outsideAct, outsideActNote, outsideActWords } from "./jurisdiction.ts";

test.each([
  ["EH1 1AA", "Scotland"],
  ["eh11aa", "Scotland"],
  ["G12 8QQ", "Scotland"],
  ["12 High Street, Glasgow", "Scotland"],
  ["Glasgow", "Scotland"],
  ["Royal Infirmary of Edinburgh", "Scotland"],
  ["a care home in St. Andrews", "Scotland"],
  ["Perth, PH1", "Scotland"],
  ["AB10", "Scotland"],
  ["BT1 5GS", "Northern Ireland"],
  ["Belfast", "Northern Ireland"],
  ["JE2 3NG", "Jersey"],
  ["Saint Peter Port", "Guernsey"],
  ["IM1 2AB", "the Isle of Man"],
  ["Douglas, Isle of Man", "the Isle of Man"],
  ["Newcastle, County Down", "Northern Ireland"],
  ["Co. Tyrone", "Northern Ireland"],
  ["Cupar, Fife", "Scotland"],
  ["Dublin", "Ireland"],
  ["12 Main Street, Co Wicklow", "Ireland"],
  ["Bray, Ireland", "Ireland"],
  ["D02 X285", "Ireland"],
  ["Gibraltar", "Gibraltar"],
  ["GX11 1AA", "Gibraltar"],
  ["BFPO 61", "BFPO"],
  ["bfpo61", "BFPO"],
  ["BF1 2AT", "BFPO"],
  ["Channel Islands", "the Channel Islands"],
  ["Alicante, spain", "Spain"],
  ["TD15 1AB", "border"],
  ["DG16 5EA", "border"],
  ["TD1 1AA", "Scotland"],
])("%s is not in England or Wales", (place, where) => {
  expect(outsideAct(place)).toBe(where);
});

test.each([
  "Leeds",
  "LS6 1AA",
  "Glasgow Street, Hull",
  "5 Stirling Road, London",
  "Perth House, Derby DE22 3NE",
  "Belfast Road, Whitehaven",
  "Flat G1, 12 High Street, Leeds",
  "Bangor",
  "Durham, County Durham",
  "County Hall, Lewes",
  "Dublin Street, Liverpool",
  "Ireland Wood, Leeds",
  "Gibraltar Point, Skegness",
  "India House, Manchester",
  "Derry Hill, Calne",
  "Flat A12 Park Road, Leeds",
  "12 York Road, London",
  "GL1 1AA",
  "KT1 1AA",
  "PO1 3AX",
  "IG1 1AA",
  "Berwick-upon-Tweed",
  "Virtual Assessment",
  "",
  null,
])("%s gives no warning", (place) => {
  expect(outsideAct(place)).toBeNull();
});

test("the words say where, that the law differs, and that one can go on", () => {
  expect(outsideActWords("Scotland")).toMatch(
    /a place in Scotland.*England and Wales only.*You can go on.*call us first/,
  );
  expect(outsideActWords("BFPO")).toMatch(/^This looks like an address of the British forces\./);
  expect(outsideActNote("The location", "BFPO")).toBe(
    "The location looks like an address of the British forces.",
  );
  expect(outsideActNote("The location", "Ireland")).toBe("The location looks like one in Ireland.");
  expect(outsideActNote("The location", "border")).toBe("The location is on the Scottish border.");
  expect(outsideActWords("border")).toMatch(/English side only\. You can go on/);
});
