import { existsSync } from "node:fs";
import { open, readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { eraseAccount } from "#app/features/accounts/record/erase-account.server.ts";
import { unerasedBookings } from "#app/features/booking/record/erase-booking.server.ts";
import type { Deps } from "#app/deps.server.ts";
import { eraseMails, outboxOf, deleteMailFiles } from "#app/features/mail/erase-mails.server.ts";
import { deleteDocumentFiles } from "#app/features/documents/erase-documents.server.ts";
import {
  contributionsTo,
  eraseContribution,
} from "#app/features/contributions/erase-contributions.server.ts";
import { eraseMembership, membershipsOfAddress } from "#app/features/organisations/record/personal.server.ts";
import { transact, type Executor, checkpoint } from "#app/platform/database.server.ts";
import { ERASED_RECORDS, type ErasedRecord, type TombstoneRow } from "./tables.ts";
import type { ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import { deleteDrafts, draftsOfReferrer } from "#app/features/before-booking/wizard/drafts.server.ts";
import { activeRestrictions } from "#app/features/data-protection/restrictions.server.ts";
import { eraseBookingEverywhere } from "./personal-rooms.server.ts";
import type { ErasedFiles } from "#app/features/data-protection/personal.ts";
import { personOf, recordOnCase, type PrivacyCase } from "./subject.server.ts";

/** Ids of erased records are kept in the database and in `DATA_DIR/erasures.log`, which a restore does not touch, so
 * that a restored backup is erased again. Ids are random and name nobody. */

const Line = z.object({
  record_id: z.string(),
  record: z.enum(ERASED_RECORDS).nullable().default(null),
  kind: z.enum(["booking", "user"]),
  erased_at: z.string(),
});

const fileOf = (deps: Pick<Deps, "env">) => join(deps.env.DATA_DIR, "erasures.log");

/** Appends to the file and syncs it. Call it before the erasing transaction commits. */
async function writeTombstoneFile(deps: Pick<Deps, "env">, tombstones: TombstoneRow[]): Promise<void> {
  const handle = await open(fileOf(deps), "a", 0o600);
  const lines = tombstones.map((one) => `${JSON.stringify(one)}\n`).join("");
  try {
    // The line break before them ends a line that a full disk cut short.
    await handle.appendFile(`\n${lines}`);
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

async function keepTombstones(executor: Executor, tombstones: TombstoneRow[]): Promise<void> {
  if (tombstones.length === 0) return;
  await executor
    .insertInto("tombstones")
    .values(tombstones)
    .onConflict((conflict) => conflict.column("record_id").doNothing())
    .execute();
}

export async function deleteErasedFiles(deps: Deps, { mailIds, documentIds }: ErasedFiles): Promise<void> {
  await deleteMailFiles(deps, mailIds);
  await deleteDocumentFiles(deps, documentIds);
}

function addFiles(to: ErasedFiles, { mailIds, documentIds }: ErasedFiles): void {
  to.mailIds.push(...mailIds);
  to.documentIds.push(...documentIds);
}

type OtherRecord = { id: string; record: Exclude<ErasedRecord, "booking"> };

/** A person's records, bookings and what belongs to them aside. */
async function otherRecords(trx: Executor, deps: Deps, { emailKey, accounts }: PrivacyCase["subject"]) {
  const as = (record: OtherRecord["record"], rows: { id: string }[]) =>
    rows.map(({ id }) => ({ id, record }));
  const users = accounts.map(({ user }) => user);
  const own = as("account", users);
  if (emailKey === null) return own;
  const cases = trx.selectFrom("privacy_cases").select("id").where("email_key", "=", emailKey);
  const restrictions = trx.selectFrom("privacy_marks").select("id").where("email_key", "=", emailKey);
  return [
    ...own,
    ...as("draft", await draftsOfReferrer({ ...deps, db: trx }, emailKey)),
    ...as("mail", await outboxOf(trx, { emailKey })),
    ...as("contribution", await contributionsTo({ ...deps, db: trx }, emailKey)),
    ...as("membership", await membershipsOfAddress(trx, emailKey)),
    ...as("privacy-case", await cases.execute()),
    ...as("restriction", await restrictions.execute()),
  ];
}

const ERASE: Record<OtherRecord["record"], (trx: Executor, id: string) => Promise<unknown>> = {
  account: eraseAccount,
  mail: (trx, id) => eraseMails(trx, [id]),
  draft: (trx, id) => deleteDrafts(trx, [id]),
  contribution: eraseContribution,
  membership: eraseMembership,
  "privacy-case": (trx, id) =>
    trx.updateTable("privacy_cases").set({ email_key: null }).where("id", "=", id).execute(),
  restriction: (trx, id) =>
    trx.updateTable("privacy_marks").set({ email_key: null }).where("id", "=", id).execute(),
};

/** Erases a record that is no booking. Without `record` it is looked for in each table: ids are unique. */
async function eraseOther(trx: Executor, { record_id, record }: TombstoneRow): Promise<void> {
  const erasers = record === null || record === "booking" ? Object.values(ERASE) : [ERASE[record]];
  for (const erase of erasers) await erase(trx, record_id);
}

/** Erases again what a restored backup brought back, at each start. Returns how many records. */
export async function reapplyErasures(deps: Deps): Promise<number> {
  const inFile = await readTombstoneFile(deps);
  const inDatabase = await deps.db.selectFrom("tombstones").selectAll().execute();
  const known = new Set(inDatabase.map((one) => one.record_id));
  const missing = inFile.filter((one) => !known.has(one.record_id));
  const all = [...inDatabase, ...missing];
  const isBooking = ({ kind }: TombstoneRow) => kind === "booking";
  const others = all.filter((one) => !isBooking(one));
  const bookingIds = all.filter(isBooking).map((one) => one.record_id);
  const bookings = await unerasedBookings(deps.db, bookingIds);
  if (missing.length === 0 && bookings.length === 0) return 0;
  const files = await transact(deps, async (inside) => {
    const found: ErasedFiles = { mailIds: [], documentIds: [] };
    for (const id of bookings) addFiles(found, await eraseBookingEverywhere(inside.db, deps, id));
    for (const one of others) await eraseOther(inside.db, one);
    await keepTombstones(inside.db, missing);
    return found;
  });
  await deleteErasedFiles(deps, files);
  return bookings.length + missing.filter((one) => !isBooking(one)).length;
}

/** Erases a person for good: bookings keep only what the accounts need; referral forms, mails, drafts and customer
 * accounts are deleted; links stop working. Refused during a legal hold. */
export async function erasePerson(
  deps: Deps,
  privacyCase: PrivacyCase,
  by: ActedByRequest & { reason: string },
) {
  const { subject } = privacyCase;
  const bookingIds = subject.bookings.map((booking) => booking.id);
  const outcome = await transact(deps, async (inside) => {
    const { emailKey } = subject;
    const asked = emailKey === null ? [] : await contributionsTo(inside, emailKey);
    const person = personOf(subject);
    const restrictions = await activeRestrictions(inside.db, {
      ...person,
      bookingIds: [...person.bookingIds, ...asked.map(({ bookingId }) => bookingId)],
    });
    if (restrictions.some((restriction) => restriction.kind === "legal-hold")) return null;

    const files: ErasedFiles = { mailIds: [], documentIds: [] };
    for (const id of bookingIds) addFiles(files, await eraseBookingEverywhere(inside.db, deps, id));
    const others = await otherRecords(inside.db, deps, subject);
    for (const { id, record } of others) await ERASE[record](inside.db, id);
    const erased_at = deps.clock.now().toISOString();
    const bookings = bookingIds.map((id) => ({ id, record: "booking" as const }));
    const tombstones = [...bookings, ...others].map(({ id, record }): TombstoneRow => ({
      record_id: id,
      // The release before does not know these words, and looks for an id without one in each table.
      record: record === "contribution" || record === "membership" ? null : record,
      kind: record === "booking" ? "booking" : "user",
      erased_at,
    }));
    await keepTombstones(inside.db, tombstones);
    await recordOnCase(inside, privacyCase, by, "privacy.erased", by.reason);
    await writeTombstoneFile(deps, tombstones);
    files.mailIds.push(...others.flatMap(({ id, record }) => (record === "mail" ? [id] : [])));
    return files;
  });
  if (outcome === null) return "refused";
  await deleteErasedFiles(deps, outcome);
  // Otherwise old pages stay readable in the write-ahead log until it is reused.
  checkpoint(deps.env);
  return "erased";
}
