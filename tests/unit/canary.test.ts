import { beforeEach, expect, test } from "vitest";
import type { Deps } from "#app/deps.server.ts";
import { erasePerson } from "#app/features/privacy/erase-person.server.ts";
import { exportPersonalData } from "#app/features/privacy/personal-data.server.ts";
import { purgeExpired } from "#app/features/privacy/purge.server.ts";
import { findCase } from "#app/features/privacy/subject.server.ts";
import {
  createReadableDeps,
  KEPT_WORDS,
  personalTables,
  readTables,
  STAFF,
  storedWords,
} from "#tests/setup/canary.ts";
import { createFullPerson, type FullPerson } from "#tests/setup/full-person.ts";

/** Walks the tables of the migrated database, for which nobody keeps a list. A table or sealed column that is new fails
 * the first test until `createFullPerson` fills it; then the others say what else it needs. */

const SECRET = "Lets somebody in, and says nothing about them.";
const DERIVED = "Derived from what the export has.";

/** Left out of an export: columns with words, and tables whose rows have none. */
const NOT_EXPORTED: Record<string, string> = {
  "assessors.phone_sealed": STAFF,
  "assessors.proposal_sealed": STAFF,
  "assessors.register_number_sealed": STAFF,
  "booking_search_words.word": DERIVED,
  "form_answers.answer_sealed": "Gone within the hour.",
  "safeguarding_entries.text_sealed": "Whether a concern may be given out is a decision of its own.",
  "users.totp_secret_sealed": SECRET,
  account_tokens: SECRET,
  assessor_days_off: STAFF,
  calendar_feeds: STAFF,
  customer_bookings: "The export has the accounts and the bookings.",
  idempotency_keys: SECRET,
  other_party_words: DERIVED,
  recovery_codes: SECRET,
  sealed_search_words: DERIVED,
  sign_ins: SECRET,
  used_totp_steps: SECRET,
};

const ACCOUNTS = "Without a name: the accounts need it.";
const TOTALS = "Day, hour and outcome without a name or a word: assessors' totals need them.";

/** Tables whose rows about a booking or an account stay when its person is erased, and why. */
const KEPT_ROWS: Record<string, string> = {
  booking_lines: ACCOUNTS,
  invoice_documents: ACCOUNTS,
  invoices: ACCOUNTS,
  payments: ACCOUNTS,
  privacy_cases: "What the privacy desk did stays, without the person.",
  reminder_opt_outs: "A booking's number and a time.",
  safeguarding_entries: "Concerns protect people, and the law lets the practice keep them.",
  visit_former_assessors: TOTALS,
  visit_letters: TOTALS,
  visit_notes: TOTALS,
  visit_outcomes: TOTALS,
  visit_questions: TOTALS,
  visits: TOTALS,
};

let deps: ReturnType<typeof createReadableDeps>;
let full: FullPerson;
beforeEach(async () => {
  deps = createReadableDeps();
  full = await createFullPerson(deps);
});

const caseOf = async (read: Pick<Deps, "db"> = deps) => (await findCase(read, full.caseOf.person))!;
const erase = async () => erasePerson(deps, await caseOf(), { ...full.by, reason: "Asked by letter" });

/** `table.column: word` of each stored word whose column is not in the list. */
async function wordsOutside(list: Record<string, string>): Promise<string[]> {
  const words = await storedWords(deps);
  return [...words].flatMap(([word, columns]) =>
    [...columns].filter((column) => !(column in list)).map((column) => `${column}: ${word}`),
  );
}

test("a full person has a row in each table about somebody, and a word in each sealed column", async () => {
  const tables = await personalTables(deps.db);
  expect(tables.length).toBeGreaterThan(35);
  const rows = await readTables(deps.db);
  expect(tables.filter(({ name }) => rows.get(name)!.length === 0)).toEqual([]);
  const marked = new Set([...(await storedWords(deps)).values()].flatMap((columns) => [...columns]));
  const sealed = tables.flatMap(({ name, sealed: columns }) => columns.map((column) => `${name}.${column}`));
  const isKey = (column: string) => column === "documents.key_sealed";
  expect(sealed.filter((column) => !marked.has(column) && !isKey(column))).toEqual([]);
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
  const isAbout = (row: Record<string, unknown>) =>
    [row.booking_id, row.visit_id, row.user_id].some((id) => ids.has(id));
  const left = (await personalTables(deps.db)).filter(({ name }) => rows.get(name)!.some(isAbout));
  expect(left.map(({ name }) => name).sort()).toEqual(Object.keys(KEPT_ROWS).sort());
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

test("an export has every word about a person, except what is left out for a reason", async () => {
  const text = await exportWithout(null);
  const words = await storedWords(deps);
  const missing = [...words].filter(([word]) => !text.includes(word));
  const isLeftOut = (columns: Set<string>) => [...columns].every((column) => column in NOT_EXPORTED);
  expect(missing.filter(([, columns]) => !isLeftOut(columns))).toEqual([]);
});

test("an export has the rows without words, too, except what is left out for a reason", async () => {
  const whole = await exportWithout(null);
  const marked = [...(await storedWords(deps)).values()].flatMap((columns) => [...columns]);
  const tables = (await personalTables(deps.db)).map(({ name }) => name);
  const plain = tables.filter((name) => !marked.some((column) => column.startsWith(`${name}.`)));
  const same: string[] = [];
  for (const table of plain) if ((await exportWithout(table)) === whole) same.push(table);
  const leftOut = Object.keys(NOT_EXPORTED).filter((name) => !name.includes("."));
  expect(same.sort()).toEqual(leftOut.sort());
});
