import { personal as accounts } from "#app/features/accounts/record/personal.server.ts";
import { personal as customer } from "#app/features/after-booking/customer/personal.server.ts";
import { personal as assessors } from "#app/features/assessors/personal.ts";
import { personal as drafts } from "#app/features/before-booking/wizard/personal.server.ts";
import { personal as bookings } from "#app/features/booking/record/personal.server.ts";
import { personal as organisations } from "#app/features/organisations/record/personal.server.ts";
import { personal as lists } from "#app/features/organisations/lists/personal.server.ts";
import { personal as privacy } from "./personal.server.ts";
import { personal as billing } from "#app/features/billing/personal.server.ts";
import { personal as charges } from "#app/features/charges/personal.server.ts";
import { personal as pay } from "#app/features/pay/personal.server.ts";
import { personal as changes } from "#app/features/staff/booking/personal.server.ts";
import { personal as visits } from "#app/features/visits/personal.server.ts";
import { personal as documents } from "#app/features/documents/personal.server.ts";
import { personal as reports } from "#app/features/report/personal.server.ts";
import { personal as writing } from "#app/features/report-writing/personal.server.ts";
import { personal as contributions } from "#app/features/contributions/personal.server.ts";
import { personal as safeguarding } from "#app/features/safeguarding/personal.server.ts";
import { personal as referrals } from "#app/features/referral/personal.server.ts";
import { personal as followUps } from "#app/features/follow-ups/personal.server.ts";
import { personal as mails } from "#app/features/mail/personal.server.ts";
import { personal as protection } from "#app/features/data-protection/personal.server.ts";
import { personal as quality } from "#app/features/quality/personal.server.ts";
import type { Deps } from "#app/deps.server.ts";
import type { ErasedFiles, Night, Personal } from "#app/features/data-protection/personal.ts";
import type { Executor } from "#app/platform/database.server.ts";
import type { Kysely, SelectQueryBuilder } from "kysely";

/** All rooms with rows about people. Exported in this order, erased from the last to the first: what hangs on another
 * room's rows goes before them. */
const ROOMS: readonly Personal[] = [
  accounts,
  customer,
  assessors,
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

/** Each table with rows about people, as its room declares it. */
export const PERSONAL_TABLES = Object.assign({}, ...ROOMS.map(({ tables }) => tables)) as Personal["tables"];

/** Names of the tables with personal data, by what they are kept for. */
export const TABLES_OF = Map.groupBy(
  ROOMS.flatMap(({ activity, tables }) => Object.keys(tables).map((table) => ({ activity, table }))),
  ({ activity }) => activity,
);

/** How long anything is kept: the rows of the privacy notice. */
export const PERIODS_USED = new Set(Object.values(PERSONAL_TABLES).map(({ keptFor }) => keptFor));

/** Tables of the rows on which other rows hang, by the key that leads to them. */
const PARENTS: Readonly<Record<string, string>> = {
  contribution_id: "contributions",
  delivery_id: "report_deliveries",
  draft_id: "report_drafts",
  report_id: "reports",
  visit_id: "visits",
};

type AnyTable = Kysely<Record<string, Record<string, string>>>;
type Ids = SelectQueryBuilder<Record<string, Record<string, string>>, string, { id: string }>;

function idsOf(db: AnyTable, table: string, bookingId: string): Ids {
  const { key } = PERSONAL_TABLES[table]!;
  const all = db.selectFrom(table).select("id") as Ids;
  return key === "booking_id"
    ? all.where(key, "=", bookingId)
    : all.where(key, "in", idsOf(db, PARENTS[key]!, bookingId));
}

/** Deletes a booking's rows of the tables that go with it; those declared later hang on the earlier ones. */
async function eraseRows(trx: Executor, { tables }: Personal, bookingId: string): Promise<void> {
  const db = trx as unknown as AnyTable;
  for (const [table, { key, goesWithBooking }] of Object.entries(tables).toReversed()) {
    if (!goesWithBooking) continue;
    const rows = db.deleteFrom(table);
    await (
      key === "booking_id"
        ? rows.where(key, "=", bookingId)
        : rows.where(key, "in", idsOf(db, PARENTS[key]!, bookingId))
    ).execute();
  }
}

/** Erases a booking, its referral form, its documents, the places of its visits and its mails, and removes it from
 * accounts, whose owners could fill it in again. Pass the result to `deleteErasedFiles`. */
export async function eraseBookingEverywhere(
  trx: Executor,
  deps: Pick<Deps, "clock" | "secrets">,
  bookingId: string,
): Promise<ErasedFiles> {
  const files: ErasedFiles = { mailIds: [], documentIds: [] };
  for (const room of ROOMS.toReversed()) {
    await eraseRows(trx, room, bookingId);
    const { mailIds = [], documentIds = [] } = (await room.eraseBooking?.(trx, deps, bookingId)) ?? {};
    files.mailIds.push(...mailIds);
    files.documentIds.push(...documentIds);
  }
  return files;
}

/** Everything stored about a booking, decrypted. */
export async function exportBooking(deps: Deps, bookingId: string): Promise<Record<string, unknown>> {
  const found: object[] = [];
  for (const room of ROOMS) if (room.exportBooking) found.push(await room.exportBooking(deps, bookingId));
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
