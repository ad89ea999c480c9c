import { expect, test } from "vitest";
import { signedBy } from "./version-card.tsx";

test.each([
  ["Priya Nair", "Priya Nair", "Priya Nair"],
  ["priya  nair", "Priya Nair", "priya  nair"],
  ["P. Nair", "Priya Nair", "P. Nair (Priya Nair)"],
])("a report signed %j by %s is declared by %s", (declaredName, author, words) => {
  expect(signedBy({ declaredName, author })).toBe(words);
});
