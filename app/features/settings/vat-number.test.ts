import { expect, test } from "vitest";
import { isUkVatNumber, isVatNumber, plainVatNumber } from "./vat-number.ts";

test.each<[string, "gb" | "eu" | null]>([
  ["GB123456782", "gb"],
  ["gb 123 4567 82", "gb"],
  ["123 4567 82", "gb"],
  ["GB–123.4567.82", "gb"],
  ["ＧＢ１２３４５６７８２", "gb"],
  // With 55 added, as numbers since 2009.
  ["GB987654395", "gb"],
  ["GB987654353", "gb"],
  ["GB 123 4567 82 001", "gb"],
  ["XI123456782", "gb"],
  ["GBGD001", "gb"],
  ["GD499", "gb"],
  ["HA500", "gb"],
  ["GBHA999", "gb"],
  ["GBGD500", null],
  ["GBHA499", null],
  ["GB987654321", null],
  ["GB123456789", null],
  ["GB123456783", null],
  ["GB000000000", null],
  ["GB12345678", null],
  ["GB1234567820", null],
  ["none", null],
  ["", null],
  ["DE123456789", "eu"],
  ["IE6388047V", "eu"],
  ["FR40303265045", "eu"],
  ["ATU12345678", "eu"],
  ["NL123456789B01", "eu"],
  ["DE12345678", null],
  ["US123456789", null],
])("the VAT number %s is %s", (number, kind) => {
  expect(isUkVatNumber(number)).toBe(kind === "gb");
  expect(isVatNumber(number)).toBe(kind !== null);
});

test("a wrong digit of a good number is found", () => {
  const [good, digits] = ["GB123456782", "123456782"];
  expect(isUkVatNumber(good)).toBe(true);
  for (const [at, right] of [...digits].entries())
    for (const wrong of "0123456789".replace(right, ""))
      if (!isDouble(digits.slice(0, at) + wrong + digits.slice(at + 1)))
        expect(
          isUkVatNumber(`GB${digits.slice(0, at)}${wrong}${digits.slice(at + 1)}`),
          `${at} ${wrong}`,
        ).toBe(false);
});

/** Both checks exist, so that a few wrong numbers of one are right ones of the other. */
const isDouble = (digits: string) => {
  const sum = [8, 7, 6, 5, 4, 3, 2].reduce((all, weight, at) => all + weight * Number(digits[at]), 0);
  return (sum + Number(digits.slice(7)) + 55) % 97 === 0;
};

test("a number is kept as a register has it", () => {
  expect(plainVatNumber(" gb 123-4567 82 ")).toBe("GB123456782");
  expect(plainVatNumber("123456782")).toBe("GB123456782");
  expect(plainVatNumber("ie 6388047v")).toBe("IE6388047V");
});
