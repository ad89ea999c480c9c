import { expect, it, test } from "vitest";
import { codeFrom, readCheckCode, readReference } from "./check-code.ts";

it.each(["K7QD-M3XP-9TRA", "k7qd m3xp 9tra", "K7QD–M3XP—9TRA", " k7qdm3xp9tra ", "K7QD\u00a0M3XP\u22129TRA"])(
  "the code is read from %j",
  (typed) => expect(readCheckCode(typed)).toBe("K7QD-M3XP-9TRA"),
);

it.each([
  "",
  "K7QD-M3XP",
  "K7QD-M3XP-9TRAA",
  "K7QD-M3XP-9TR0",
  "O7QD-M3XP-9TRA",
  "1I11-1111-1111",
  "K7QD_M3XP_9TRA",
])("%j is no code", (typed) => expect(readCheckCode(typed)).toBeNull());

test("each letter of a code has 5 bits, and none is mistaken for another", () => {
  const letters = new Set(
    Array.from({ length: 256 }, (_, byte) => codeFrom(new Uint8Array(12).fill(byte))[0]),
  );
  expect([letters.size, [..."01OI"].some((letter) => letters.has(letter))]).toEqual([32, false]);
});

it.each(["MCA-7K4Q-2XPD", "mca 7k4q 2xpd", "mca7k4q2xpd", "MCA – 7K4Q – 2XPD"])(
  "the reference is read from %j",
  (typed) => expect(readReference(typed)).toBe("MCA-7K4Q-2XPD"),
);
