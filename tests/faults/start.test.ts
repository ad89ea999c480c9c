import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { failToStart, startFaultServer } from "./server.ts";

function scratch(): string {
  const directory = mkdtempSync(join(tmpdir(), "start-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

/** No member of the system's staff. Root may write everywhere, so the server runs as somebody else. */
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;

test("a data folder that is a file ends the start with a sentence", async () => {
  const file = join(scratch(), "data");
  writeFileSync(file, "");
  const { code, output } = await failToStart(file);
  expect(output).toBe(
    `The service cannot start.\nDATA_DIR must be a folder, but ${file} is a file or lies below one. Set DATA_DIR to another path.\n`,
  );
  expect(code).toBe(1);
});

test("a data folder that cannot be written ends the start with a sentence", async () => {
  const folder = scratch();
  chmodSync(folder, 0o555);
  const { code, output } = await failToStart(folder, { uid: isRoot ? NOBODY : undefined });
  expect(output).toBe(
    `The service cannot start.\nThe data folder ${folder} cannot be written (EACCES). ` +
      "Give it to the user that runs the service, or set DATA_DIR to another folder.\n",
  );
  expect(code).toBe(1);
});

test("a database that cannot be written ends the start with a sentence", async () => {
  const folder = scratch();
  const file = join(folder, "app.db");
  writeFileSync(file, "", { mode: 0o444 });
  if (isRoot) chownSync(folder, NOBODY, NOBODY);
  const { code, output } = await failToStart(folder, { uid: isRoot ? NOBODY : undefined });
  expect(output).toContain(`The database's file ${file} cannot be written (EACCES).`);
  expect(code).toBe(1);
});

test("a folder of documents that cannot be written is named at the start, which goes on", async () => {
  const folder = scratch();
  const documents = join(folder, "documents");
  mkdirSync(documents, { mode: 0o555 });
  if (isRoot) chownSync(folder, NOBODY, NOBODY);
  const { output } = await failToStart(folder, { uid: isRoot ? NOBODY : undefined });
  expect(output).toContain(`WARNING: The folder ${documents} cannot be written (EACCES).`);
  expect(output).toContain("Ready on");
});

test("a HOST that is no address ends the start with a sentence", async () => {
  const { code, output } = await failToStart(scratch(), { variables: { HOST: "999.1.1.1" } });
  expect(output).toContain("The service cannot start.\nHOST is not an address of this machine.");
  expect(code).toBe(1);
});

test("another DATA_KEY than the data's ends the start with a sentence; the right one behind a fresh one starts", async () => {
  const server = await startFaultServer();
  await server.stop("SIGTERM");
  const other = "another-key-for-tests-only-0123456789-abcdef";
  const { code, output } = await failToStart(server.dataDir, { variables: { DATA_KEY: other } });
  expect(output).toContain(
    `DATA_KEY is not the key with which the data in ${server.databaseFile} was written.`,
  );
  expect(code).toBe(1);
  server.env.DATA_KEY = `${other},${server.env.DATA_KEY}`;
  await server.start();
  expect((await fetch(`${server.origin}/readyz`)).status).toBe(200);
});
