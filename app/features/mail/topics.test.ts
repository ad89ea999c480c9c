import { globSync } from "node:fs";
import { basename } from "node:path";
import { expect, test } from "vitest";
import { MAIL_FILES } from "./topics.ts";

test("each mail has a file of its name, and a place of its own in the list", () => {
  const files = globSync("app/features/mail/topics/*").map((file) => basename(file, ".tsx"));
  expect(MAIL_FILES.map(({ topic }) => topic).sort()).toEqual(files.sort());
  const places = MAIL_FILES.flatMap(({ listed }) => listed ?? []);
  expect(new Set(places).size).toBe(places.length);
});
