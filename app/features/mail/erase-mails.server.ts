import type { Personal } from "#app/features/data-protection/personal.ts";
import { existsSync } from "node:fs";
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { sql } from "kysely";
import type { Deps } from "#app/deps.server.ts";
import { dataFolders } from "#app/platform/data-folder.server.ts";
import type { Executor } from "#app/platform/database.server.ts";
import type { OutboxRow } from "#app/features/outbox/tables.ts";

type Person = { bookingId: string } | { emailKey: string };

/** Outbox rows about a booking or to an e-mail address, sent or not, invoices included. */
export async function outboxOf(executor: Executor, person: Person): Promise<OutboxRow[]> {
  const query = executor.selectFrom("outbox").selectAll().orderBy("created_at", "desc").orderBy("id", "desc");
  return "bookingId" in person
    ? query.where("booking_id", "=", person.bookingId).execute()
    : query.where((eb) => eb(eb.fn<string>("lower", ["recipient"]), "=", person.emailKey)).execute();
}

/** Deletes outbox rows. Delete their files with `deleteMailFiles` after the commit. */
export async function eraseMails(executor: Executor, ids: string[]): Promise<void> {
  for (const id of ids) await executor.deleteFrom("outbox").where("id", "=", id).execute();
}

/** Deletes the `.eml` files of these jobs. A missing file is no error. */
export async function deleteMailFiles(deps: Pick<Deps, "env">, ids: string[]): Promise<void> {
  const directory = dataFolders(deps.env).outbox;
  if (ids.length === 0 || !existsSync(directory)) return;
  const gone = new Set(ids);
  for (const name of await readdir(directory)) {
    if (gone.has(name.slice(0, 36))) await rm(join(directory, name), { force: true });
  }
}

/** Other requests wait a few milliseconds while this many are emptied. */
const MAILS_AT_ONCE = 100;

type Kept = { emailKeys: readonly string[]; bookingIds: readonly string[] };

/** Empties finished mails older than `before` (UTC) and deletes their files, except those to or about `kept`, and those
 * that go out when a report's hold is lifted. Returns how many. */
export async function purgeMailBodies(deps: Deps, before: string, kept: Kept): Promise<number> {
  const finished = await deps.db
    .selectFrom("outbox")
    .select(["id", "booking_id", "recipient", "cancel_code"])
    // A partial index covers these two conditions. SQLite does not use it with a condition on `state`, or with a
    // parameter in place of the literal.
    .where("finished_at", "<", before)
    .where("payload_sealed", "!=", sql.lit(""))
    .execute();
  const isKept = ({ booking_id, recipient, cancel_code }: (typeof finished)[number]) =>
    cancel_code === "report-held" ||
    kept.bookingIds.includes(booking_id ?? "") ||
    kept.emailKeys.includes(recipient?.toLowerCase() ?? "");
  const idsOf = (rows: typeof finished) => rows.map(({ id }) => id);
  const expired = idsOf(finished.filter((mail) => !isKept(mail)));
  for (let start = 0; start < expired.length; start += MAILS_AT_ONCE) {
    await setImmediate();
    await deps.db
      .updateTable("outbox")
      .set({ payload_sealed: "", recipient: null, phone_hash: null })
      .where("id", "in", expired.slice(start, start + MAILS_AT_ONCE))
      // Keeps a mail that staff have sent again since.
      .where("finished_at", "<", before)
      .execute();
  }
  await deleteMailFiles(deps, expired);
  await deleteOldFiles(dataFolders(deps.env).outbox, before, idsOf(finished.filter(isKept)));
  return expired.length;
}

async function deleteOldFiles(directory: string, before: string, keptIds: string[]): Promise<void> {
  if (!existsSync(directory)) return;
  for (const name of await readdir(directory)) {
    if (keptIds.includes(name.slice(0, 36))) continue;
    const file = join(directory, name);
    if ((await stat(file)).mtime.toISOString() < before) await rm(file, { force: true });
  }
}

export const personal: Personal = {
  async eraseBooking(trx, _, bookingId) {
    const mailIds = (await outboxOf(trx, { bookingId })).map(({ id }) => id);
    await eraseMails(trx, mailIds);
    return { mailIds };
  },
  purge: async (deps, { cutoffs, kept }) => ({
    mails: await purgeMailBodies(deps, cutoffs.mailBodies, kept),
  }),
};
