import { expect, test } from "vitest";
import { createTestDeps, type TestDeps } from "#tests/setup/deps.ts";
import { createJob } from "#tests/setup/factories.ts";
import { missingKeys, recordDataKeys } from "./data-keys.server.ts";
import { prepareDatabase } from "./prepare-database.server.ts";
import { createSecrets } from "./secrets.server.ts";

const OLD = "old-data-key-0123456789-0123456789-abcdef";
const NEW = "new-data-key-0123456789-0123456789-abcdef";
const OTHER = "other-data-key-0123456789-0123456789-abcdef";

const withKeys = (deps: TestDeps, ...keys: string[]) => ({ ...deps, secrets: createSecrets(keys) });
const write = createJob;
const fits = async (deps: TestDeps) => (await missingKeys(deps)) !== null;

test("empty data takes any key, and from then on no other", async () => {
  const deps = createTestDeps();
  expect(await fits(withKeys(deps, OLD))).toBe(true);
  await prepareDatabase(withKeys(deps, OLD));
  expect(await fits(withKeys(deps, OLD))).toBe(true);
  expect(await fits(withKeys(deps, OTHER))).toBe(false);
  await expect(prepareDatabase(withKeys(deps, OTHER))).rejects.toThrow(
    `DATA_KEY is not the key with which the data in ${deps.env.databaseFile} was written.`,
  );
});

test("a key is changed by putting a fresh one in front; dropping the old one is told, dropping the fresh one refused", async () => {
  const deps = createTestDeps();
  await prepareDatabase(withKeys(deps, OLD));
  await prepareDatabase(withKeys(deps, NEW, OLD));
  expect(await missingKeys(withKeys(deps, NEW, OLD))).toEqual([]);
  expect(await missingKeys(withKeys(deps, NEW))).toEqual(createSecrets([OLD]).keyIds);
  expect(await fits(withKeys(deps, OLD))).toBe(false);
});

test("data from before keys were recorded fits a key that opens some of it, and gets its record", async () => {
  const deps = createTestDeps();
  await write(withKeys(deps, OLD), "1");
  expect(await fits(withKeys(deps, OTHER))).toBe(false);
  expect(await fits(withKeys(deps, NEW, OLD))).toBe(true);
  await recordDataKeys(withKeys(deps, NEW, OLD));
  const rows = await deps.db.selectFrom("data_keys").select("key_id").orderBy("position").execute();
  expect(rows.map((row) => row.key_id)).toEqual(createSecrets([OLD, NEW]).keyIds);
});
