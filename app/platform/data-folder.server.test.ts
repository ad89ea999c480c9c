import { chmodSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeScratchDirectory } from "#tests/setup/scratch.ts";
import { prepareDataFolder, unwritableFolders } from "./data-folder.server.ts";

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

const MAIL = { POSTMARK_SERVER_TOKEN: undefined, SMTP_URL: undefined };
const S3 = { endpoint: "", bucket: "", region: "", accessKeyId: "", secretAccessKey: "" };

test("folders that are no folders are named, those that are not used and not yet there are not", async () => {
  const DATA_DIR = makeScratchDirectory("data-");
  const env = { DATA_DIR, s3: null, ...MAIL };
  expect(await unwritableFolders(env)).toEqual([]);
  for (const name of ["documents", "outbox", "documents-sending"]) writeFileSync(join(DATA_DIR, name), "");
  const named = (name: string) => `The folder ${join(DATA_DIR, name)} cannot be written (ENOTDIR)`;
  expect(await unwritableFolders(env)).toEqual([named("documents"), named("outbox")]);
  const elsewhere = { ...env, s3: S3, SMTP_URL: "smtp://mail.example.org" };
  expect(await unwritableFolders(elsewhere)).toEqual([named("documents-sending")]);
});

test("a folder inside the documents' that cannot be written is named", async ({ skip }) => {
  if (process.getuid?.() === 0) skip("root may write everywhere");
  const DATA_DIR = makeScratchDirectory("data-");
  const folder = join(DATA_DIR, "documents/a1");
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o500);
  expect(await unwritableFolders({ DATA_DIR, s3: null, ...MAIL })).toEqual([
    `The folder ${folder} cannot be written (EACCES)`,
  ]);
});
