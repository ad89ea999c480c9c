import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeScratchDirectory } from "#tests/setup/scratch.ts";
import { prepareDataFolder } from "./data-folder.server.ts";

const inFolder = (DATA_DIR: string) => ({ DATA_DIR, databaseFile: join(DATA_DIR, "app.db"), postgres: null });

test("a missing data folder is made, and nothing is left in it", () => {
  const folder = join(makeScratchDirectory("data-"), "a/b");
  prepareDataFolder(inFolder(folder));
  expect(readdirSync(folder)).toEqual([]);
});

test("a data folder that is a file, or lies below one, is refused with a sentence", () => {
  const file = join(makeScratchDirectory("data-"), "data");
  writeFileSync(file, "");
  expect(() => prepareDataFolder(inFolder(file))).toThrow(`DATA_DIR must be a folder, but ${file} is a file`);
  expect(() => prepareDataFolder(inFolder(join(file, "below")))).toThrow("lies below one");
});

test("a database that is a folder is refused with a sentence", () => {
  const folder = makeScratchDirectory("data-");
  mkdirSync(join(folder, "app.db"));
  expect(() => prepareDataFolder(inFolder(folder))).toThrow("is not a file");
});
