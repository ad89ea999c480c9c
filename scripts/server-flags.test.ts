import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { SERVER_FLAGS } from "./server-flags.ts";

test.each([
  ["package.json", SERVER_FLAGS.join(" ")],
  ["Dockerfile", SERVER_FLAGS.map((flag) => JSON.stringify(flag)).join(", ")],
  ["deploy/confine.sh", SERVER_FLAGS.join(" ")],
  ["deploy/cluster/start.sh", SERVER_FLAGS.join(" ")],
])("%s starts the server with the options that keep its memory small", (file, flags) => {
  expect(readFileSync(file, "utf8")).toContain(flags);
});
