import { createHash, randomBytes } from "node:crypto";
import { chmodSync, existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished, expect, test } from "vitest";
import { rmSync } from "node:fs";
import { inChunks } from "#tests/setup/files.ts";
import { makeScratchDirectory } from "#tests/setup/scratch.ts";
import { startS3 } from "#tests/standins/s3.ts";
import { isStorageError } from "#app/platform/storage-error.ts";
import { DocumentMissing, type DocumentStore } from "./document-store.ts";
import { createFolderStore } from "./folder-store.server.ts";
import { createS3Store } from "./s3-store.server.ts";

function scratch(): string {
  const directory = makeScratchDirectory("documents-");
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

const STORES: Record<string, () => Promise<DocumentStore>> = {
  "a folder": async () => createFolderStore(scratch(), { minFreeBytes: 0 }),
  "a bucket": async () => createS3Store((await startS3()).settings, scratch()),
};

async function read(store: DocumentStore, id: string): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of await store.read(id)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function idsIn(store: DocumentStore): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of store.list()) ids.push(id);
  return ids.sort();
}

test.each(Object.entries(STORES))("%s keeps files whole, lists and removes them", async (_name, make) => {
  const store = await make();
  const bytes = randomBytes(200_000);
  for (const id of ["doc-0001", "doc-0002", "doc-0003"]) {
    const kept = await store.write(id, inChunks(bytes));
    expect(kept).toEqual({ sha256: createHash("sha256").update(bytes).digest("hex"), bytes: bytes.length });
  }
  expect((await read(store, "doc-0002")).equals(bytes)).toBe(true);
  expect(await idsIn(store)).toEqual(["doc-0001", "doc-0002", "doc-0003"]);
  await store.remove("doc-0002");
  await store.remove("doc-0002");
  expect(await idsIn(store)).toEqual(["doc-0001", "doc-0003"]);
  await expect(store.read("doc-0002")).rejects.toThrow(DocumentMissing);
});

test.each(Object.entries(STORES))(
  "%s keeps nothing of a file that was refused on the way",
  async (_name, make) => {
    const store = await make();
    async function* refused() {
      yield randomBytes(100_000);
      throw new Error("no PDF");
    }
    await expect(store.write("doc-0001", refused())).rejects.toThrow("no PDF");
    expect(await idsIn(store)).toEqual([]);
  },
);

test("a folder's files are for the service alone, and no id leads out of the folder", async () => {
  const root = scratch();
  const store = createFolderStore(root, { minFreeBytes: 0 });
  await store.write("doc-0001", inChunks(Buffer.from("x")));
  expect(statSync(join(root, "01/doc-0001")).mode & 0o777).toBe(0o600);
  expect(readFileSync(join(root, "01/doc-0001"), "utf8")).toBe("x");
  await expect(store.read("../../etc/passwd")).rejects.toThrow("Not an id");
});

test("a disk with hardly any room left takes no file, so that the database can still be written", async () => {
  const root = scratch();
  const store = createFolderStore(root, { minFreeBytes: 1e18 });
  const error = await store.write("doc-0001", inChunks(Buffer.from("x"))).catch((thrown: unknown) => thrown);
  expect(isStorageError(error)).toBe(true);
  expect(await idsIn(store)).toEqual([]);
});

test("a bucket that fails is a failure of the storage, and leaves nothing behind", async () => {
  const { settings, state, objects } = await startS3();
  const spool = scratch();
  const store = createS3Store(settings, spool);
  state.status = 500;
  for (const ask of [
    () => store.write("doc-0001", inChunks(Buffer.from("x"))),
    () => store.read("doc-0001"),
  ]) {
    const error = await ask().catch((thrown: unknown) => thrown);
    expect(isStorageError(error)).toBe(true);
  }
  expect([objects.size, readdirSync(spool), state.unsigned]).toEqual([0, [], 0]);
  const elsewhere = createS3Store({ ...settings, endpoint: "http://127.0.0.1:1" }, spool);
  expect(isStorageError(await elsewhere.remove("doc-0001").catch((thrown: unknown) => thrown))).toBe(true);
  state.status = 0;
  const noBucket = createS3Store({ ...settings, bucket: "other" }, spool);
  await expect(noBucket.write("doc-0001", inChunks(Buffer.from("x")))).rejects.toThrow("no such bucket");
});

test("a folder that cannot be written is an error, and not an empty store", async ({ skip }) => {
  if (process.getuid?.() === 0) skip("root may write everywhere");
  const root = scratch();
  chmodSync(root, 0o500);
  await expect(createFolderStore(root).write("doc-0001", inChunks(Buffer.from("x")))).rejects.toThrow(
    "EACCES",
  );
  expect(existsSync(join(root, "01"))).toBe(false);
});
