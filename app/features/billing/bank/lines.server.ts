import { setImmediate } from "node:timers/promises";
import type { Deps } from "#app/deps.server.ts";
import { byIds, countRows, givingWay } from "#app/kit/pieces.server.ts";
import { transact, type Executor } from "#app/platform/database.server.ts";
import { addDays, londonDate } from "#app/platform/dates.ts";
import { sealedColumn } from "#app/platform/secrets.server.ts";
import { plainWords } from "./bank-values.ts";
import type { Line } from "./match.ts";
import { MAX_DAYS_BACK, type BankFile, type BankLine } from "./read-bank-file.server.ts";

/** Lines of the bank's files, as they are stored: each once. */

const sealedWords = sealedColumn("bank_lines", "words_sealed");
const LINE_HASH = "bank-line";
const AT_ONCE = 400;

type Read = { db: Executor; secrets: Deps["secrets"] };

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

/** Stores the lines that no earlier file had, a few in each transaction: whoever reads the file again after a crash
 * stores the rest. Lines of earlier files that did not come, as the bank says now, are set aside; the references of
 * bookings that are paid with one are returned. */
export async function storeLines(
  { db, secrets, ids, clock }: Pick<Deps, "db" | "secrets" | "ids" | "clock">,
  { lines, notCome = [] }: Pick<BankFile, "lines"> & Partial<Pick<BankFile, "notCome">>,
): Promise<{ newCount: number; sentBack: string[]; asideCount: number }> {
  const all = [...lines, ...notCome];
  const names = namesOf(all);
  const result = { newCount: 0, sentBack: [] as string[], asideCount: 0 };
  for (let start = 0; start < all.length; start += AT_ONCE) {
    await setImmediate();
    // A key that was replaced since has left its hashes.
    const some = all
      .slice(start, start + AT_ONCE)
      .map((line, index) => ({ line, hashes: secrets.hashes(names[start + index]!, LINE_HASH) }));
    const hashes = some.flatMap((one) => one.hashes);
    const rows = await db
      .selectFrom("bank_lines")
      .select(["line_hash", "state"])
      .where("line_hash", "in", hashes)
      .execute();
    const known = new Map(rows.map(({ line_hash, state }) => [line_hash, state]));
    const read_at = clock.now().toISOString();
    const fresh = some.flatMap(({ line, hashes: own }, index) => {
      if (start + index >= lines.length || own.some((hash) => known.has(hash))) return [];
      const id = ids.uuid();
      const words = line.doubt === "" ? line.words : `${line.words}\n${line.doubt}`;
      return [
        {
          id,
          line_hash: own[0]!,
          moved_on: line.day,
          pence: line.pence,
          read_at,
          state: "open" as const,
          words_sealed: sealedWords.encrypt(secrets, id, words),
          settled_by: null,
          settled_at: null,
        },
      ];
    });
    const gone = some.slice(Math.max(0, lines.length - start)).flatMap((one) => one.hashes);
    await transact({ db }, async ({ db: trx }) => {
      if (fresh.length > 0) {
        const inserted = await trx
          .insertInto("bank_lines")
          .values(fresh)
          .onConflict((conflict) => conflict.column("line_hash").doNothing())
          .executeTakeFirst();
        result.newCount += Number(inserted.numInsertedOrUpdatedRows ?? 0n);
      }
      if (!gone.some((hash) => known.has(hash))) return;
      const aside = await trx
        .updateTable("bank_lines")
        .set({ state: "aside", settled_at: read_at })
        .where("line_hash", "in", gone)
        .where("state", "=", "open")
        .executeTakeFirst();
      result.asideCount += Number(aside.numUpdatedRows);
      const paid = await trx
        .selectFrom("payments")
        .innerJoin("bookings", "bookings.id", "payments.booking_id")
        .select("bookings.reference")
        .where((eb) =>
          eb.or([
            eb("line_hash", "in", gone),
            eb(
              "act_id",
              "in",
              trx.selectFrom("payments as named").select("named.act_id").where("named.line_hash", "in", gone),
            ),
          ]),
        )
        .execute();
      result.sentBack.push(...paid.map(({ reference }) => reference));
    });
  }
  return result;
}

/** The words of a line, and below them what the bank says of it that nobody here knows. */
const opened = (secrets: Deps["secrets"], id: string, sealed: string | null) => {
  const [words = "", doubt = ""] =
    sealed === null ? [] : sealedWords.decrypt(secrets, id, sealed).split("\n");
  return { words, doubt };
};

/** Lines in a state, the oldest first. Gives way to other requests while many are opened. */
export async function linesIn(
  { db, secrets }: Read,
  state: "open" | "aside",
  limit = Number.MAX_SAFE_INTEGER,
): Promise<Line[]> {
  const rows = await db
    .selectFrom("bank_lines")
    .select(["id", "moved_on", "pence", "words_sealed"])
    .where("state", "=", state)
    .where("words_sealed", "is not", null)
    .orderBy("moved_on")
    .orderBy("id")
    .limit(limit)
    .execute();
  const lines: Line[] = [];
  const giveWay = givingWay();
  for (const { id, moved_on, pence, words_sealed } of rows) {
    await giveWay();
    lines.push({ id, day: moved_on, pence, ...opened(secrets, id, words_sealed) });
  }
  return lines;
}

export const countOpenLines = ({ db }: { db: Executor }) =>
  countRows(db.selectFrom("bank_lines").where("state", "=", "open"));

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
  const { words, doubt } = opened(secrets, id, row.words_sealed);
  return { id, hash: row.line_hash, day: row.moved_on, pence: row.pence, words, doubt };
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
      state: "open",
      settled_by: null,
      settled_at: null,
      words_sealed: sealedWords.encrypt(secrets, row.id, words),
    })
    .where("id", "=", row.id)
    .execute();
}

type Moved = { ids: readonly string[]; from: "open" | "aside"; to: "open" | "aside"; by: string | null };

/** Sets lines aside that no booking is paid with, or puts them back. Returns how many these were. */
export async function moveLines(trx: Executor, clock: Deps["clock"], { ids, from, to, by }: Moved) {
  const moved = await byIds(ids, (piece) =>
    trx
      .updateTable("bank_lines")
      .set({ state: to, settled_by: by, settled_at: clock.now().toISOString() })
      .where("id", "in", piece)
      .where("state", "=", from)
      // A line whose words were forgotten stays aside.
      .where("words_sealed", "is not", null)
      .execute(),
  );
  return moved.reduce((count, { numUpdatedRows }) => count + Number(numUpdatedRows), 0);
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
