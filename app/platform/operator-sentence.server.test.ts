import { parseArgs } from "node:util";
import { expect, test } from "vitest";
import { operatorSentence } from "./operator-sentence.server.ts";
import { DatabaseLostError } from "./storage-error.ts";

const withCode = (code: string, message: string) => Object.assign(new Error(message), { code });

test.each([
  ["28P01", 'password authentication failed for user "bookings"'],
  ["3D000", 'database "bookings" does not exist'],
  ["42501", "permission denied for schema public"],
])("a server that refuses us with %s ends in a sentence that names the setting", (code, message) => {
  expect(operatorSentence(withCode(code, message))).toBe(
    `The database's server refuses us (${message}). Check DATABASE_URL.`,
  );
});

test("a server that cannot be reached is not taken for a broken disk", () => {
  const cause = withCode("ECONNREFUSED", "connect ECONNREFUSED 127.0.0.1:5432");
  expect(operatorSentence(new DatabaseLostError("The database's server was lost", { cause }))).toBe(
    "The database's server cannot be reached (connect ECONNREFUSED 127.0.0.1:5432). Check DATABASE_URL and the server.",
  );
});

test("a file or folder that cannot be used is named", () => {
  const error = Object.assign(withCode("EACCES", "permission denied, scandir"), { path: "/srv/backups" });
  expect(operatorSentence(error)).toBe(
    "/srv/backups cannot be used (EACCES). Check that it is there, and who may read and write it.",
  );
});

test("an option that a command does not know is named", () => {
  const refuse = () => parseArgs({ args: ["--verfy"], options: { verify: { type: "boolean" } } });
  expect(refuse).toThrow();
  try {
    refuse();
  } catch (error) {
    expect(operatorSentence(error)).toContain("Unknown option '--verfy'");
  }
});

test("a defect keeps its stack", () => {
  expect(operatorSentence(new TypeError("of undefined"))).toBeNull();
});
