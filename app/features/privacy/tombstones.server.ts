import { existsSync } from "node:fs";
import { open, readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { eraseAccount } from "#app/features/accounts/erase-account.server.ts";
import { eraseBooking, unerasedBookings } from "#app/features/booking/erase-booking.server.ts";
import type { Deps } from "#app/deps.server.ts";
import { eraseMails, outboxOf } from "#app/features/mail/erase-mails.server.ts";
import { eraseReferral } from "#app/features/referral/saved-referral.server.ts";
import type { Executor } from "#app/platform/database.server.ts";
import type { TombstoneRow } from "./tables.ts";

/** Ids of erased records are kept in the database and in `DATA_DIR/erasures.log`, which a restore does not touch, so
 * that a restored backup is erased again. Ids are random and name nobody. */

const Line = z.object({ record_id: z.string(), kind: z.enum(["booking", "user"]), erased_at: z.string() });

const fileOf = (deps: Pick<Deps, "env">) => join(deps.env.DATA_DIR, "erasures.log");

/** Appends to the file and syncs it. Call it before the erasing transaction commits. */
export async function writeTombstoneFile(deps: Pick<Deps, "env">, tombstones: TombstoneRow[]): Promise<void> {
  const handle = await open(fileOf(deps), "a", 0o600);
  try {
    await handle.appendFile(tombstones.map((one) => `${JSON.stringify(one)}\n`).join(""));
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function readTombstoneFile(deps: Pick<Deps, "env">): Promise<TombstoneRow[]> {
  const file = fileOf(deps);
  if (!existsSync(file)) return [];
  const lines = (await readFile(file, "utf8")).split("\n").filter((line) => line.endsWith("}"));
  return lines.map((line) => Line.parse(JSON.parse(line)));
}

export async function keepTombstones(executor: Executor, tombstones: TombstoneRow[]): Promise<void> {
  if (tombstones.length === 0) return;
  await executor
    .insertInto("tombstones")
    .values(tombstones)
    .onConflict((conflict) => conflict.column("record_id").doNothing())
    .execute();
}

/** Erases a booking, its referral form and its mails. Returns the ids of the mails. */
export async function eraseBookingEverywhere(
  executor: Executor,
  deps: Pick<Deps, "clock">,
  bookingId: string,
): Promise<string[]> {
  const mails = await outboxOf(executor, { bookingId });
  await eraseMails(
    executor,
    mails.map((mail) => mail.id),
  );
  await eraseReferral(executor, bookingId);
  await eraseBooking(executor, deps, bookingId);
  return mails.map((mail) => mail.id);
}

/** Erases again what a restored backup brought back, at each start. Returns how many records. */
export async function reapplyErasures(deps: Pick<Deps, "db" | "env" | "clock">): Promise<number> {
  const inFile = await readTombstoneFile(deps);
  const inDatabase = await deps.db.selectFrom("tombstones").selectAll().execute();
  const known = new Set(inDatabase.map((one) => one.record_id));
  const missing = inFile.filter((one) => !known.has(one.record_id));
  const all = [...inDatabase, ...missing];
  const ids = (kind: TombstoneRow["kind"]) =>
    all.filter((one) => one.kind === kind).map((one) => one.record_id);
  const bookings = await unerasedBookings(deps.db, ids("booking"));
  if (missing.length === 0 && bookings.length === 0) return 0;
  await deps.db.transaction().execute(async (trx) => {
    for (const id of bookings) await eraseBookingEverywhere(trx, deps, id);
    for (const id of ids("user")) await eraseAccount(trx, id);
    await keepTombstones(trx, missing);
  });
  return bookings.length + missing.filter((one) => one.kind === "user").length;
}
