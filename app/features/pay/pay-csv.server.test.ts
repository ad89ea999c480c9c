import { expect, test } from "vitest";
import { DetailsSchema, nameForBank } from "./pay-schemas.ts";

test.each([
  ["Zoë O’Brien", "ZOE OBRIEN"],
  ["Siân Llŷr–Ŵyn", "SIAN LLYR-WYN"],
  ["Łukasz Groß & Søn", "LUKASZ GROSS & SON"],
  ["=HYPERLINK(1)", "HYPERLINK 1"],
  ["-Smith", "SMITH"],
  ["Bartholomew Featherstonehaugh-Cholmondeley", "BARTHOLOMEW FEATHE"],
])("the name %s leaves as a bank takes it", (name, sent) => expect(nameForBank(name)).toBe(sent));

test.each([
  ["李明", false],
  ["Ольга", false],
  ["שרה", false],
  ["😀", false],
  ["Ольга O", true],
])("the account of %s can be paid: %s", (accountName, isTaken) => {
  const typed = { accountName, sortCode: "070116", accountNumber: "12345678" };
  expect(DetailsSchema.safeParse(typed).success).toBe(isTaken);
});

test.each([
  "07.01.16",
  "07-01-16",
  "07–01–16",
  "07 01 16",
  "07‑01‑16",
  "07/01/16",
  "07−01−16",
  "０７０１１６",
  "070116",
])("the sort code %s is read", (sortCode) => {
  const typed = { accountName: "A Assessor", sortCode, accountNumber: "1234 5678" };
  expect(DetailsSchema.parse(typed)).toMatchObject({ sortCode: "070116", accountNumber: "12345678" });
});
