import { globSync, readFileSync } from "node:fs";
import { beforeEach, expect, test } from "vitest";
import type { Deps } from "#app/deps.server.ts";
import { erasePerson } from "#app/features/privacy/erase-person.server.ts";
import { exportPersonalData } from "#app/features/privacy/personal-data.server.ts";
import { PERSONAL_TABLES } from "#app/features/privacy/personal-rooms.server.ts";
import { STAFF } from "#app/features/data-protection/personal-tables.ts";
import { purgeExpired } from "#app/features/privacy/purge.server.ts";
import { findCase } from "#app/features/privacy/subject.server.ts";
import {
  createReadableDeps,
  KEPT_WORDS,
  personalTables,
  readTables,
  storedWords,
  turnRowsRound,
} from "#tests/setup/canary.ts";
import { isOnPostgres } from "#tests/setup/deps.ts";
import { createFullPerson, type FullPerson } from "#tests/setup/full-person.ts";

/** Walks the tables of the migrated database, and asks whether what `tables.ts` of each room says is so. A new
 * table fails the first test until a room declares it, then the second until `createFullPerson` fills it. */

/** Left out of an export: tables, and columns (`table.column`). */
const NOT_EXPORTED = Object.fromEntries(
  Object.entries(PERSONAL_TABLES).flatMap(([table, { notExported = {} }]) =>
    typeof notExported === "string"
      ? [[table, notExported]]
      : Object.entries(notExported).map(([column, why]) => [`${table}.${column}`, why]),
  ),
);

/** Tables whose rows about a booking or an account stay when its person is erased. */
const KEPT_ROWS = Object.entries(PERSONAL_TABLES).flatMap(([table, { staysBecause }]) =>
  staysBecause === undefined ? [] : [table],
);

let deps: ReturnType<typeof createReadableDeps>;
let full: FullPerson;
beforeEach(async () => {
  deps = createReadableDeps();
  full = await createFullPerson(deps);
});

const caseOf = async (read: Pick<Deps, "db"> = deps) => (await findCase(read, full.caseOf.person))!;
const erase = async () => erasePerson(deps, await caseOf(), { ...full.by, reason: "Asked by letter" });

/** `table.column: word` of each stored word whose column is not in the list. */
async function wordsOutside(list: object): Promise<string[]> {
  const words = await storedWords(deps);
  return [...words].flatMap(([word, columns]) =>
    [...columns].filter((column) => !(column in list)).map((column) => `${column}: ${word}`),
  );
}

test("a room declares each table about somebody, by a column that it has", async () => {
  const found = await deps.db.introspection.getTables();
  const columnsOf = new Map(found.map(({ name, columns }) => [name, columns.map((column) => column.name)]));
  expect(Object.keys(PERSONAL_TABLES).filter((table) => !columnsOf.has(table))).toEqual([]);
  const undeclared = (await personalTables(deps.db)).filter(({ name }) => !(name in PERSONAL_TABLES));
  expect(undeclared.map(({ name }) => name)).toEqual([]);
  for (const [table, { key, wordsStay = {}, notExported = {} }] of Object.entries(PERSONAL_TABLES)) {
    const left = typeof notExported === "string" ? {} : notExported;
    expect(columnsOf.get(table), table).toEqual(
      expect.arrayContaining([key, ...Object.keys(wordsStay), ...Object.keys(left)]),
    );
  }
});

test("each room that does more than its tables declare is walked", () => {
  const walked = readFileSync("app/features/privacy/personal-rooms.server.ts", "utf8");
  const isPersonal = (file: string) => readFileSync(file, "utf8").includes("export const personal: Personal");
  const files = globSync("app/features/**/*.server.ts").filter(isPersonal);
  const missing = files.filter((file) => !walked.includes(`#${file}`));
  expect(missing).toEqual(["app/features/privacy/personal.server.ts"]);
});

test("a full person has a row in each table about somebody, and a word in each sealed column", async () => {
  const tables = await personalTables(deps.db);
  expect(tables.length).toBeGreaterThan(35);
  const rows = await readTables(deps.db);
  expect(tables.filter(({ name }) => rows.get(name)!.length === 0)).toEqual([]);
  const marked = new Set([...(await storedWords(deps)).values()].flatMap((columns) => [...columns]));
  const sealed = tables.flatMap(({ name, sealed: columns }) => columns.map((column) => `${name}.${column}`));
  // A key, and codes alone.
  const hasNoWord = (column: string) =>
    column === "documents.key_sealed" || column === "reports.outcomes_sealed";
  expect(sealed.filter((column) => !marked.has(column) && !hasNoWord(column))).toEqual([]);
});

test("of an erased person no word is left, except those that are kept for a reason", async () => {
  expect(await erase()).toBe("erased");
  expect(await wordsOutside(KEPT_WORDS)).toEqual([]);
  const left = new Set([...(await storedWords(deps)).values()].flatMap((columns) => [...columns]));
  expect(
    Object.keys(KEPT_WORDS).filter((column) => !left.has(column)),
    "reasons that nothing needs",
  ).toEqual([]);
});

test("of an erased person no row is left that is about their bookings or their account, except those kept for a reason", async () => {
  const bookings = Object.values(full.bookings);
  const ids = new Set<unknown>([full.customer.id, ...bookings.map(({ booking }) => booking.id)]);
  for (const booking of bookings) if ("visitId" in booking) ids.add(booking.visitId);
  await erase();
  const rows = await readTables(deps.db);
  // Rows that hang on kept rows of another table count as well.
  for (const { id } of rows.get("visit_questions")!) ids.add(id);
  const left = Object.entries(PERSONAL_TABLES).filter(([table, { key }]) =>
    rows.get(table)!.some((row) => ids.has(row[key])),
  );
  expect(left.map(([table]) => table).sort()).toEqual(KEPT_ROWS.sort());
});

test("when its time is over, no word is left but of accounts and of those who work here", async () => {
  const finished_at = deps.clock.now().toISOString();
  await deps.db.updateTable("outbox").set({ state: "sent", finished_at }).execute();
  deps.clock.advance(9 * 366 * 86_400_000);
  await purgeExpired(deps);
  const staff = Object.entries(KEPT_WORDS).filter(([, why]) => why === STAFF);
  const left = await wordsOutside(Object.fromEntries(staff));
  // An account is its owner's until they have it erased.
  expect(left.filter((column) => !column.startsWith("users."))).toEqual([]);
});

class Undo extends Error {}

/** The export as it would be without the rows of a table. */
async function exportWithout(table: string | null): Promise<string> {
  let text = "";
  const undone = deps.db.transaction().execute(async (trx) => {
    if (table) await trx.deleteFrom(table as "drafts").execute();
    const inside = { ...deps, db: trx } as unknown as Deps;
    text = JSON.stringify(await exportPersonalData(inside, await caseOf(inside), full.by));
    throw new Undo();
  });
  await undone.catch((error: unknown) => {
    if (!(error instanceof Undo)) throw error;
  });
  return text;
}

test("an export has one order, however the rows are stored", async () => {
  const before = await exportWithout(null);
  await turnRowsRound(deps.db, isOnPostgres());
  expect(await exportWithout(null)).toBe(before);
});

test("an export has every word about a person, except what is left out for a reason", async () => {
  const text = await exportWithout(null);
  const words = await storedWords(deps);
  const missing = [...words].filter(([word]) => !text.includes(word));
  const isLeftOut = (columns: Set<string>) =>
    [...columns].every((column) => column in NOT_EXPORTED || column.split(".")[0]! in NOT_EXPORTED);
  expect(missing.filter(([, columns]) => !isLeftOut(columns))).toEqual([]);
});

test("an export has the rows without words, too, except what is left out for a reason", async () => {
  const whole = await exportWithout(null);
  const marked = [...(await storedWords(deps)).values()].flatMap((columns) => [...columns]);
  const tables = (await personalTables(deps.db)).map(({ name }) => name);
  const plain = tables.filter((name) => !marked.some((column) => column.startsWith(`${name}.`)));
  const same: string[] = [];
  for (const table of plain) if ((await exportWithout(table)) === whole) same.push(table);
  const leftOut = Object.keys(NOT_EXPORTED).filter((name) => plain.includes(name));
  expect(same.sort()).toEqual(leftOut.sort());
});
