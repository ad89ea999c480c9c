import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";

/** Node runs these from the source, without Vite: a module that needs Vite would end them before they begin. */
const FIRST_WORDS = {
  "admin-create": "SESSION_SECRET is missing",
  backup: "SESSION_SECRET is missing",
  doctor: "SESSION_SECRET is missing",
  "move-to-postgres": "SESSION_SECRET is missing",
  restore: "Which backup?",
};

test.each(Object.entries(FIRST_WORDS))("the command %s starts, and says what it lacks", (name, words) => {
  const { stderr, status } = spawnSync(process.execPath, [`scripts/${name}.ts`], {
    encoding: "utf8",
    env: { PATH: process.env["PATH"] },
  });
  expect(stderr.slice(0, words.length), stderr).toBe(words);
  expect(status).toBe(1);
});
