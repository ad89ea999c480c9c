import { expect, test } from "vitest";
import { freshRandomBytes } from "./random-bytes.server.ts";

test("no bytes are given out twice, and earlier ones stay as they were", () => {
  const drawn = Array.from({ length: 1_000 }, () => freshRandomBytes(16));
  const seen = drawn.map((bytes) => bytes.toString("hex"));
  expect(new Set(seen).size).toBe(1_000);
  expect(drawn.every((bytes) => bytes.length === 16 && bytes.some((byte) => byte !== 0))).toBe(true);
  freshRandomBytes(64);
  expect(drawn.map((bytes) => bytes.toString("hex"))).toEqual(seen);
});
