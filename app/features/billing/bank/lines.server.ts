import type { Deps } from "#app/deps.server.ts";
import type { Executor } from "#app/platform/database.server.ts";
import { addDays, londonDate } from "#app/platform/dates.ts";
import { sealedColumn } from "#app/platform/secrets.server.ts";
import { plainWords } from "./bank-values.ts";
import type { Line } from "./match.ts";
import { MAX_DAYS_BACK, type BankLine } from "./read-bank-file.server.ts";

/** Lines of the bank's files, as they are stored: each once. */

const sealedWords = sealedColumn("bank_lines", "words_sealed");
const LINE_HASH = "bank-line";
const AT_ONCE = 400;

type Read = { db: Executor; secrets: Deps["secrets"] };

const chunksOf = <One>(all: readonly One[]): One[][] =>
  Array.from({ length: Math.ceil(all.length / AT_ONCE) }, (_, index) =>
    all.slice(index * AT_ONCE, (index + 1) * AT_ONCE),
  );

/** The name by which a line is known: equal lines of one day are numbered. */
function namesOf(lines: readonly BankLine[]): string[] {
  const counts = new Map<string, number>();
  return lines.map(({ day, pence, words }) => {
    const name = [day, pence, plainWords(words)].join("\n");
    const count = counts.get(name) ?? 0;
    counts.set(name, count + 1);
    return `${name}\n${count}`;
  });
}

/** Stores the lines that no earlier file had, in the caller's transaction. Returns how many these are. */
export async function storeLines(
  trx: Executor,
  { secrets, ids, clock }: Pick<Deps, "secrets" | "ids" | "clock">,
  lines: readonly BankLine[],
): Promise<number> {
  const names = namesOf(lines);
  // A key that was replaced since has left its hashes.
  const hashes = names.map((name) => secrets.hashes(name, LINE_HASH));
  const known = new Set<string>();
  for (const chunk of chunksOf(hashes.flat())) {
    const rows = await trx
      .selectFrom("bank_lines")
      .select("line_hash")
      .where("line_hash", "in", chunk)
      .execute();
    for (const { line_hash } of rows) known.add(line_hash);
  }
  const read_at = clock.now().toISOString();
  const fresh = lines.flatMap(({ day, pence, words }, index) => {
    const own = hashes[index]!;
    if (own.some((hash) => known.has(hash))) return [];
    const id = ids.uuid();
    return [
      {
        ...{ id, line_hash: own[0]!, moved_on: day, pence, state: "open" as const, read_at },
        ...{ words_sealed: sealedWords.encrypt(secrets, id, words), settled_by: null, settled_at: null },
      },
    ];
  });
  let count = 0;
  for (const chunk of chunksOf(fresh)) {
    const inserted = await trx
      .insertInto("bank_lines")
      .values(chunk)
      .onConflict((conflict) => conflict.column("line_hash").doNothing())
      .executeTakeFirst();
    count += Number(inserted.numInsertedOrUpdatedRows ?? 0n);
  }
  return count;
}

/** Lines in a state, the oldest first. */
export async function linesIn({ db, secrets }: Read, state: "open" | "aside"): Promise<Line[]> {
  const rows = await db
    .selectFrom("bank_lines")
    .select(["id", "moved_on", "pence", "words_sealed"])
    .where("state", "=", state)
    .orderBy("moved_on")
    .orderBy("id")
    .execute();
  return rows.map(({ id, moved_on, pence, words_sealed }) => ({
    ...{ id, day: moved_on, pence },
    words: words_sealed === null ? "" : sealedWords.decrypt(secrets, id, words_sealed),
  }));
}

export async function countOpenLines({ db }: { db: Executor }): Promise<number> {
  const row = await db
    .selectFrom("bank_lines")
    .select((eb) => eb.fn.countAll().as("count"))
    .where("state", "=", "open")
    .executeTakeFirst();
  return Number(row?.count ?? 0);
}

/** Takes an open line to book it, in the transaction of its payment. Null when somebody else booked it or set it
 * aside. The words go into the payment's note. */
export async function takeLine(
  trx: Executor,
  { secrets, clock }: Pick<Deps, "secrets" | "clock">,
  { id, by }: { id: string; by: string | null },
): Promise<(Line & { hash: string }) | null> {
  const row = await trx
    .selectFrom("bank_lines")
    .selectAll()
    .where("id", "=", id)
    .where("state", "=", "open")
    .forUpdate()
    .executeTakeFirst();
  if (!row) return null;
  await trx
    .updateTable("bank_lines")
    .set({ state: "booked", words_sealed: null, settled_by: by, settled_at: clock.now().toISOString() })
    .where("id", "=", id)
    .execute();
  const words = row.words_sealed === null ? "" : sealedWords.decrypt(secrets, id, row.words_sealed);
  return { id, hash: row.line_hash, day: row.moved_on, pence: row.pence, words };
}

/** Puts the line of a payment that was taken back onto the list again. */
export async function reopenLine(
  trx: Executor,
  secrets: Deps["secrets"],
  { hash, words }: { hash: string; words: string },
): Promise<void> {
  const row = await trx
    .selectFrom("bank_lines")
    .select("id")
    .where("line_hash", "=", hash)
    .executeTakeFirst();
  if (!row) return;
  await trx
    .updateTable("bank_lines")
    .set({
      ...{ state: "open", settled_by: null, settled_at: null },
      words_sealed: sealedWords.encrypt(secrets, row.id, words),
    })
    .where("id", "=", row.id)
    .execute();
}

type Moved = { ids: readonly string[]; from: "open" | "aside"; to: "open" | "aside"; by: string | null };

/** Sets lines aside that no booking is paid with, or puts them back. Returns how many these were. */
export async function moveLines(
  trx: Executor,
  clock: Deps["clock"],
  { ids, from, to, by }: Moved,
): Promise<number> {
  let count = 0;
  for (const chunk of chunksOf(ids)) {
    const moved = await trx
      .updateTable("bank_lines")
      .set({ state: to, settled_by: by, settled_at: clock.now().toISOString() })
      .where("id", "in", chunk)
      .where("state", "=", from)
      .executeTakeFirst();
    count += Number(moved.numUpdatedRows);
  }
  return count;
}

/** Days after which a line that was set aside cannot be put back any more. */
export const ASIDE_DAYS = 30;

/** Takes the words out of what was set aside a month ago, and deletes lines that no file is read for any more. */
export async function purgeLines(executor: Executor, now: Date): Promise<void> {
  const before = new Date(now.getTime() - ASIDE_DAYS * 86_400_000).toISOString();
  await executor
    .updateTable("bank_lines")
    .set({ words_sealed: null })
    .where("state", "=", "aside")
    .where("settled_at", "<", before)
    .where("words_sealed", "is not", null)
    .execute();
  await executor
    .deleteFrom("bank_lines")
    .where("moved_on", "<", addDays(londonDate(now), -MAX_DAYS_BACK - 1))
    .execute();
}
