import { expect, test } from "vitest";
import { outsideAct, outsideActWords } from "./jurisdiction.ts";

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
  expect(outsideActWords("border")).toMatch(/English side only\. You can go on/);
});
