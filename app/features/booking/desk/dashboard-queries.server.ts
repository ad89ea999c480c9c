import { sql, type ExpressionBuilder, type RawBuilder } from "kysely";
import { addDays, startOfLondonDay } from "#app/platform/dates.ts";
import type { Executor } from "#app/platform/database.server.ts";
import type { BookingRow, Tables } from "#app/platform/tables.ts";
import { searchWords, type BookingFilter, type DashboardView, type SortKey } from "./dashboard-view.ts";

/** What the staff dashboard reads. Each function costs the same few queries however many bookings there are. */

const PAGE_SIZE = 25;

/** One row of the table, in the order of SPEC section 2's columns; `assessments` are names. */
export type BookingListItem = Pick<
  BookingRow,
  | "id"
  | "reference"
  | "client_first_name"
  | "client_last_name"
  | "referrer_first_name"
  | "referrer_last_name"
  | "referrer_email"
  | "total_pence"
  | "status"
  | "created_at"
> & { assessments: string[] };

const LIST_COLUMNS = [
  "id",
  "reference",
  "client_first_name",
  "client_last_name",
  "referrer_first_name",
  "referrer_last_name",
  "referrer_email",
  "total_pence",
  "status",
  "created_at",
] as const;

/** The expressions that the indexes of the migration `dashboard-indexes` are built on. */
const SORT_VALUE: Record<SortKey, RawBuilder<string | number>> = {
  date: sql.ref("created_at"),
  reference: sql.ref("reference"),
  client: sql`lower(coalesce(client_last_name, ''))`,
  email: sql.ref("referrer_email_key"),
  total: sql.ref("total_pence"),
  status: sql.ref("status"),
};

const SEARCHED = [
  sql.ref("reference"),
  sql`replace(reference, '-', '')`,
  sql.ref("referrer_email_key"),
  sql.ref("referrer_first_name"),
  sql.ref("referrer_last_name"),
  sql`coalesce(client_first_name, '')`,
  sql`coalesce(client_last_name, '')`,
];

/** The word anywhere in any searched column, letter case aside; `%` and `_` stand for themselves. */
function mentions(word: string) {
  const pattern = `%${word.replace(/[\\%_]/g, "\\$&")}%`;
  return sql<boolean>`(${sql.join(
    SEARCHED.map((column) => sql`lower(${column}) like lower(${pattern}) escape '\\'`),
    sql` or `,
  )})`;
}

function matches(eb: ExpressionBuilder<Tables, "bookings">, filter: BookingFilter) {
  return eb.and([
    ...(filter.status ? [eb("status", "=", filter.status)] : []),
    ...(filter.from ? [eb("created_at", ">=", startOfLondonDay(filter.from).toISOString())] : []),
    ...(filter.to ? [eb("created_at", "<", startOfLondonDay(addDays(filter.to, 1)).toISOString())] : []),
    ...searchWords(filter.search).map(mentions),
  ]);
}

type Anchor = { value: string | number; created_at: string; id: string };

async function readAnchor(executor: Executor, sort: SortKey, id: string): Promise<Anchor | undefined> {
  return executor
    .selectFrom("bookings")
    .select([SORT_VALUE[sort].as("value"), "created_at", "id"])
    .where("id", "=", id)
    .executeTakeFirst();
}

async function withAssessments(
  executor: Executor,
  rows: Omit<BookingListItem, "assessments">[],
): Promise<BookingListItem[]> {
  if (rows.length === 0) return [];
  const lines = await executor
    .selectFrom("booking_lines")
    .select(["booking_id", "name"])
    .where(
      "booking_id",
      "in",
      rows.map((row) => row.id),
    )
    .orderBy("position")
    .execute();
  const linesOf = Map.groupBy(lines, (line) => line.booking_id);
  return rows.map((row) => ({ ...row, assessments: (linesOf.get(row.id) ?? []).map((line) => line.name) }));
}

/**
 * One page of the list, at most `size` bookings. `isAtStart`/`isAtEnd` say whether there is more before or after.
 * Keyset paging: a page starts beside a booking, so that new bookings neither shift nor repeat rows.
 */
export async function listBookings(
  executor: Executor,
  view: DashboardView,
  size = PAGE_SIZE,
): Promise<{ bookings: BookingListItem[]; isAtStart: boolean; isAtEnd: boolean }> {
  const anchorId = view.after ?? view.before;
  const anchor = anchorId ? await readAnchor(executor, view.sort, anchorId) : undefined;
  const isBackwards = anchor !== undefined && view.before !== null;
  const direction = isBackwards ? (view.direction === "asc" ? "desc" : "asc") : view.direction;
  const value = SORT_VALUE[view.sort];
  const isByDate = view.sort === "date";

  const ids = executor
    .selectFrom("bookings")
    .select("id")
    .where((eb) => matches(eb, view))
    .$if(anchor !== undefined, (query) => {
      const comparison = sql.raw(direction === "asc" ? ">" : "<");
      const { value: from, created_at, id } = anchor!;
      return query.where(
        isByDate
          ? sql<boolean>`(created_at, id) ${comparison} (${created_at}, ${id})`
          : sql<boolean>`(${value}, created_at, id) ${comparison} (${from}, ${created_at}, ${id})`,
      );
    })
    .$if(!isByDate, (query) => query.orderBy(value, direction))
    .orderBy("created_at", direction)
    .orderBy("id", direction)
    .limit(size + 1);

  const found = await executor
    .selectFrom("bookings")
    .select(LIST_COLUMNS)
    .where("id", "in", ids)
    .$if(!isByDate, (query) => query.orderBy(value, direction))
    .orderBy("created_at", direction)
    .orderBy("id", direction)
    .execute();

  const hasMore = found.length > size;
  const page = found.slice(0, size);
  if (isBackwards) page.reverse();
  return {
    bookings: await withAssessments(executor, page),
    isAtStart: isBackwards ? !hasMore : anchor === undefined,
    isAtEnd: isBackwards ? false : !hasMore,
  };
}

/** How many bookings a filter lets through. */
export async function countBookings(executor: Executor, filter: BookingFilter): Promise<number> {
  const { count } = await executor
    .selectFrom("bookings")
    .select((eb) => eb.fn.countAll<number | string>().as("count"))
    .where((eb) => matches(eb, filter))
    .executeTakeFirstOrThrow();
  return Number(count);
}
