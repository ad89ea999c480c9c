import { expect, test } from "vitest";
import { acceptedEncodings } from "./accepted-encodings.ts";

test.each([
  [undefined, []],
  ["", []],
  ["gzip, deflate, br", ["br", "gzip"]],
  ["gzip, br;q=0", ["gzip"]],
  ["gzip, br; q=0.000", ["gzip"]],
  ["br;q=0.5, gzip;q=1.0", ["gzip", "br"]],
  ["BR;Q=0, GZIP", ["gzip"]],
  ["*", ["br", "gzip"]],
  ["*;q=0", []],
  ["br, *;q=0", ["br"]],
  ["br;q=0, *", ["gzip"]],
  ["identity", []],
  ["identity;q=0, gzip", ["gzip"]],
  ["brotli, x-gzip", []],
  ["gzip;q=much", []],
])("Accept-Encoding %j takes %j", (header, expected) => {
  expect(acceptedEncodings(header, ["br", "gzip"])).toEqual(expected);
});
