import { personal as accounts } from "#app/features/accounts/record/erase-account.server.ts";
import { personal as customer } from "#app/features/after-booking/customer/unlink-booking.server.ts";
import { personal as drafts } from "#app/features/before-booking/wizard/drafts.server.ts";
import { personal as bookings } from "#app/features/booking/record/personal.server.ts";
import { personal as organisations } from "#app/features/organisations/record/personal.server.ts";
import { personal as lists } from "#app/features/organisations/lists/lists.server.ts";
import { personal as privacy } from "./personal.server.ts";
import { personal as billing } from "#app/features/billing/personal.server.ts";
import { personal as charges } from "#app/features/charges/personal.server.ts";
import { personal as pay } from "#app/features/pay/personal.server.ts";
import { personal as changes } from "#app/features/staff/booking/change-history.server.ts";
import { personal as visits } from "#app/features/visits/personal.server.ts";
import { personal as documents } from "#app/features/documents/erase-documents.server.ts";
import { personal as reports } from "#app/features/report/personal.server.ts";
import { personal as writing } from "#app/features/report-writing/personal.server.ts";
import { personal as contributions } from "#app/features/contributions/erase-contributions.server.ts";
import { personal as safeguarding } from "#app/features/safeguarding/concerns.server.ts";
import { personal as referrals } from "#app/features/referral/saved-referral.server.ts";
import { personal as followUps } from "#app/features/follow-ups/follow-ups.server.ts";
import { personal as mails } from "#app/features/mail/erase-mails.server.ts";
import { personal as protection } from "#app/features/data-protection/personal.server.ts";
import { personal as quality } from "#app/features/quality/count-bookings.server.ts";
import { personal as accountTables } from "#app/features/accounts/record/tables.ts";
import { personal as customerTables } from "#app/features/after-booking/customer/tables.ts";
import { personal as assessorTables } from "#app/features/assessors/tables.ts";
import { personal as draftTables } from "#app/features/before-booking/wizard/tables.ts";
import { personal as billingTables } from "#app/features/billing/tables.ts";
import { personal as bookingTables } from "#app/features/booking/fields/tables.ts";
import { personal as chargeTables } from "#app/features/charges/tables.ts";
import { personal as contributionTables } from "#app/features/contributions/tables.ts";
import { personal as protectionTables } from "#app/features/data-protection/tables.ts";
import { personal as documentTables } from "#app/features/documents/tables.ts";
import { personal as followUpTables } from "#app/features/follow-ups/tables.ts";
import { personal as mailTables } from "#app/features/mail/tables.ts";
import { personal as listTables } from "#app/features/organisations/lists/tables.ts";
import { personal as organisationTables } from "#app/features/organisations/record/tables.ts";
import { personal as payTables } from "#app/features/pay/tables.ts";
import { personal as privacyTables } from "./tables.ts";
import { personal as referralTables } from "#app/features/referral/tables.ts";
import { personal as writingTables } from "#app/features/report-writing/tables.ts";
import { personal as reportTables } from "#app/features/report/tables.ts";
import { personal as safeguardingTables } from "#app/features/safeguarding/tables.ts";
import { personal as visitTables } from "#app/features/visits/record/tables.ts";
import type { Kysely, SelectQueryBuilder } from "kysely";
import type { Deps } from "#app/deps.server.ts";
import type { ErasedFiles, Night, Personal } from "#app/features/data-protection/personal.ts";
import type { personalTables } from "#app/features/data-protection/personal-tables.ts";
import type { Executor } from "#app/platform/database.server.ts";

/** Work of rooms that their tables do not declare. Exported in this order, erased from the last to the first. */
const ROOMS: readonly Personal[] = [
  accounts,
  customer,
  drafts,
  bookings,
  organisations,
  lists,
  privacy,
  billing,
  charges,
  pay,
  changes,
  visits,
  documents,
  reports,
  writing,
  followUps,
  contributions,
  safeguarding,
  referrals,
  mails,
  protection,
  quality,
];

/** Each table with rows about people, as its room declares it. The assurance pack lists them in this order. */
export const PERSONAL_TABLES: ReturnType<typeof personalTables> = {
  ...accountTables,
  ...customerTables,
  ...assessorTables,
  ...draftTables,
  ...bookingTables,
  ...organisationTables,
  ...listTables,
  ...privacyTables,
  ...billingTables,
  ...chargeTables,
  ...payTables,
  ...visitTables,
  ...documentTables,
  ...reportTables,
  ...writingTables,
  ...followUpTables,
  ...contributionTables,
  ...safeguardingTables,
  ...referralTables,
  ...mailTables,
  ...protectionTables,
};

/** Names of the tables with personal data, by what they are kept for. */
export const TABLES_OF = Map.groupBy(
  Object.keys(PERSONAL_TABLES),
  (table) => PERSONAL_TABLES[table]!.activity,
);

/** How long anything is kept: the rows of the privacy notice. */
export const PERIODS_USED = new Set(Object.values(PERSONAL_TABLES).map(({ keptFor }) => keptFor));

/** Tables of the rows on which other rows hang, by the key that leads to them. */
const PARENTS: Readonly<Record<string, string>> = {
  contribution_id: "contributions",
  delivery_id: "report_deliveries",
  draft_id: "report_drafts",
  form_id: "referral_forms",
  question_id: "visit_questions",
  report_id: "reports",
  visit_id: "visits",
};

type AnyRow = Record<string, string | number | null>;
type AnyTable = Kysely<Record<string, AnyRow>>;
type Ids = SelectQueryBuilder<Record<string, AnyRow>, string, { id: string }>;

/** How many tables are between a table and the booking that its rows hang on; null when they hang on none. */
function distanceOf(table: string): number | null {
  const { key } = PERSONAL_TABLES[table]!;
  if (key === "booking_id") return 0;
  const further = PARENTS[key] ? distanceOf(PARENTS[key]) : null;
  return further === null ? null : further + 1;
}

/** Tables whose rows hang on a booking, in the order of erasing: a table after those that hang on it,
 * which are declared later. */
const OF_BOOKINGS = Object.keys(PERSONAL_TABLES)
  .filter((table) => distanceOf(table) !== null)
  .toReversed()
  .sort((one, other) => distanceOf(other)! - distanceOf(one)!);

/** The keys of a booking's rows of a table: the booking's id, or a query of the rows on which they hang. */
function keysOf(db: AnyTable, table: string, bookingId: string): Ids | [string] {
  const parent = PARENTS[PERSONAL_TABLES[table]!.key];
  if (!parent) return [bookingId];
  const all = db.selectFrom(parent).select("id") as Ids;
  return all.where(PERSONAL_TABLES[parent]!.key, "in", keysOf(db, parent, bookingId));
}

const rowsOf = (db: AnyTable, table: string, bookingId: string) =>
  db
    .selectFrom(table)
    .selectAll()
    .where(PERSONAL_TABLES[table]!.key, "in", keysOf(db, table, bookingId))
    .execute();

const isSealed = (column: string) => column.endsWith("_sealed");

/** Deletes a booking's rows, and takes the sealed words out of those that stay. */
async function eraseRows(trx: Executor, bookingId: string): Promise<void> {
  const db = trx as unknown as AnyTable;
  for (const table of OF_BOOKINGS) {
    const { key, staysBecause, wordsStay = {}, isErasedByRoom } = PERSONAL_TABLES[table]!;
    if (isErasedByRoom) continue;
    const keys = keysOf(db, table, bookingId);
    if (staysBecause === undefined) {
      await db.deleteFrom(table).where(key, "in", keys).execute();
      continue;
    }
    const [row = {}] = await rowsOf(db, table, bookingId);
    const words = Object.keys(row).filter((column) => isSealed(column) && !(column in wordsStay));
    if (words.length === 0) continue;
    const none = Object.fromEntries(words.map((column) => [column, null]));
    await db.updateTable(table).set(none).where(key, "in", keys).execute();
  }
}

/** Erases a booking, its referral form, its documents, the places of its visits and its mails, and removes it from
 * accounts, whose owners could fill it in again. Pass the result to `deleteErasedFiles`. */
export async function eraseBookingEverywhere(
  trx: Executor,
  deps: Pick<Deps, "clock" | "secrets">,
  bookingId: string,
): Promise<ErasedFiles> {
  for (const room of ROOMS) await room.beforeErasing?.(trx, deps, bookingId);
  await eraseRows(trx, bookingId);
  const files: ErasedFiles = { mailIds: [], documentIds: [] };
  for (const room of ROOMS.toReversed()) {
    const { mailIds = [], documentIds = [] } = (await room.eraseBooking?.(trx, deps, bookingId)) ?? {};
    files.mailIds.push(...mailIds);
    files.documentIds.push(...documentIds);
  }
  return files;
}

const EXPORTED = OF_BOOKINGS.filter((table) => {
  const { isExportedByRoom, notExported } = PERSONAL_TABLES[table]!;
  return !isExportedByRoom && typeof notExported !== "string";
}).sort();

const camelCase = (name: string) => name.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());

/** Ids, keys and who works here: they say nothing to the person. */
const SAYS_NOTHING = /(^|_)(id|key|hash|by|version)$/;

/** Opened words: a text, or a list or an object that was written as JSON. */
function asWritten(text: string): unknown {
  try {
    return /^[[{]/.test(text) ? JSON.parse(text) : text;
  } catch {
    return text;
  }
}

/** A booking's rows of a table for its person: opened, by the names of their columns. */
async function exportRows(deps: Deps, table: string, bookingId: string) {
  const { key, notExported = {} } = PERSONAL_TABLES[table]!;
  const rows = await rowsOf(deps.db as unknown as AnyTable, table, bookingId);
  const open = (row: AnyRow, column: string) => {
    if (!isSealed(column) || !row[column]) return row[column];
    const place = `${table}.${column}:${row["id"] ?? row[key]}`;
    return asWritten(deps.secrets.decrypt(String(row[column]), place));
  };
  return rows
    .map((row) => ({ row, order: String(row["id"] ?? JSON.stringify(row)) }))
    .sort((one, other) => (one.order < other.order ? -1 : 1))
    .map(({ row }) =>
      Object.fromEntries(
        Object.keys(row)
          .filter((column) => !SAYS_NOTHING.test(column) && !(column in (notExported as object)))
          .map((column) => [column.replace(/_sealed$/, ""), open(row, column)]),
      ),
    );
}

/** Everything stored about a booking, decrypted. */
export async function exportBooking(deps: Deps, bookingId: string): Promise<Record<string, unknown>> {
  const found: object[] = [];
  for (const room of ROOMS) if (room.exportBooking) found.push(await room.exportBooking(deps, bookingId));
  for (const table of EXPORTED) found.push({ [camelCase(table)]: await exportRows(deps, table, bookingId) });
  return Object.assign({}, ...found) as Record<string, unknown>;
}

/** True when any room's data about a booking changed after an instant (UTC). */
export async function isBookingChangedSince(
  db: Executor,
  bookingId: string,
  since: string,
): Promise<boolean> {
  for (const room of ROOMS) if (await room.isChangedSince?.(db, bookingId, since)) return true;
  return false;
}

/** Deletes what is past its period in each room. Returns the rooms' counts. */
export async function purgeRooms(deps: Deps, night: Night): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const room of ROOMS) Object.assign(counts, await room.purge?.(deps, night));
  return counts;
}
