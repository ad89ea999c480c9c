import { sql, type ExpressionBuilder, type RawBuilder, type SelectQueryBuilder } from "kysely";
import { addDays, startOfLondonDay } from "#app/platform/dates.ts";
import type { Executor } from "#app/platform/database.server.ts";
import { linesByBooking } from "#app/features/booking/record/queries.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { isAt, isOpen, type Moment } from "#app/features/stage/facts.server.ts";
import { openAt, type OpenBooking } from "#app/features/stage/open-work.server.ts";
import type { Tables } from "#app/platform/tables.ts";
import { FEW, isEmpty, readSearch, startsWith, type Search } from "./dashboard-search.server.ts";
import { isFiltered, type BookingFilter, type DashboardView, type SortKey } from "./dashboard-view.ts";

/** Every function here costs the same few queries however many bookings there are. */

const PAGE_SIZE = 25;

export const LIST_COLUMNS = [
  "id",
  "reference",
  "client_first_name",
  "client_last_name",
  "referrer_first_name",
  "referrer_last_name",
  "referrer_email",
  "referrer_organisation",
  "referrer_country_code",
  "referrer_phone_as_typed",
  "preferred_date",
  "prefer_earlier_date",
  "channel",
  "owner_id",
  "awaits_contact_since",
  "total_pence",
  "status",
  "created_at",
] as const;

export type BookingListItem = Pick<BookingRow, (typeof LIST_COLUMNS)[number]> & { assessments: string[] };

/** Sort expressions must equal those of the indexes in the migrations `dashboard-indexes` and `client-name-key`. */
const SORT_VALUE: Record<Exclude<SortKey, "due">, RawBuilder<string | number>> = {
  date: sql.ref("created_at"),
  reference: sql.ref("reference"),
  client: sql`coalesce(client_name_key, lower(client_last_name), '')`,
  email: sql.ref("referrer_email_key"),
  total: sql.ref("total_pence"),
  status: sql.ref("status"),
};

/** `viewerId`: whose bookings "mine" are. `moment`: when the stage of a filter is read. `isOverOnly`: only completed
 * and cancelled bookings. */
type ListOptions = {
  viewerId?: string;
  size?: number;
  search?: Search;
  moment?: Moment;
  isOverOnly?: boolean;
};
type Narrowed = { search: Search; viewerId: string; moment: Moment | undefined };

function matches(
  eb: ExpressionBuilder<Tables, "bookings">,
  filter: BookingFilter,
  { search, viewerId, moment }: Narrowed,
) {
  if (filter.stage && !moment) throw new Error("A stage is read at a moment");
  return eb.and([
    ...(filter.stage ? [isAt(eb, moment!, filter.stage)] : []),
    ...(filter.owner === "mine" ? [eb("owner_id", "=", viewerId)] : []),
    ...(filter.owner === "none" ? [eb("owner_id", "is", null)] : []),
    ...(filter.assessor
      ? [
          eb("id", "in", (query) =>
            query
              .selectFrom("visits")
              .select("visits.booking_id")
              .where("visits.assessor_id", "=", filter.assessor!)
              .where("visits.ended_as", "is", null),
          ),
        ]
      : []),
    ...(filter.status ? [eb("status", "=", filter.status)] : []),
    ...(filter.from ? [eb("created_at", ">=", startOfLondonDay(filter.from).toISOString())] : []),
    ...(filter.to ? [eb("created_at", "<", startOfLondonDay(addDays(filter.to, 1)).toISOString())] : []),
    ...(search.ids ? [eb("id", "in", search.ids)] : []),
    ...search.words.map(({ word, hashes }) => {
      const isRead = eb.exists(
        eb
          .selectFrom("booking_search_words")
          .select("word")
          .whereRef("booking_search_words.booking_id", "=", "bookings.id")
          .where(startsWith(word)),
      );
      if (hashes.length === 0) return isRead;
      const isSealed = eb.exists(
        eb
          .selectFrom("sealed_search_words")
          .select("word")
          .whereRef("sealed_search_words.booking_id", "=", "bookings.id")
          .where("word", "in", hashes),
      );
      return eb.or([isRead, isSealed]);
    }),
  ]);
}

async function withAssessments(executor: Executor, rows: Omit<BookingListItem, "assessments">[]) {
  const linesOf = await linesByBooking(executor, rows);
  return rows.map((row) => ({ ...row, assessments: (linesOf.get(row.id) ?? []).map((line) => line.name) }));
}

/** One list of ids: with two, joined by "or", PostgreSQL reads the whole table. */
function inOneList(executor: Executor, ranges: SelectQueryBuilder<Tables, "bookings", { id: string }>[]) {
  const [first, ...others] = ranges.map((ids) => executor.selectFrom(ids.as("range")).select("id"));
  return others.reduce((query, other) => query.unionAll(other), first!);
}

type Page = { bookings: BookingListItem[]; isAtStart: boolean; isAtEnd: boolean };

const EMPTY: Page = { bookings: [], isAtStart: true, isAtEnd: true };

/** One page of the list, at most `size` bookings; `isAtStart`/`isAtEnd` say whether more follow. A page starts beside a
 * booking, so that new bookings neither shift nor repeat rows. What is due is known to `listByDue` alone: here such a
 * view has the newest first. */
export async function listBookings(
  executor: Executor,
  view: DashboardView,
  { size = PAGE_SIZE, search, viewerId = "", moment, isOverOnly = false }: ListOptions = {},
): Promise<Page> {
  const found = search ?? (await readSearch(executor, view.search));
  if (isEmpty(found)) return EMPTY;
  const anchorId = view.after ?? view.before;
  const sort = view.sort === "due" ? "date" : view.sort;
  const order = view.sort === "due" ? "desc" : view.direction;
  const value = SORT_VALUE[sort];
  const anchors = executor.selectFrom("bookings").select([value.as("value"), "created_at", "id"]);
  const anchor = anchorId ? await anchors.where("id", "=", anchorId).executeTakeFirst() : undefined;
  const isBackwards = anchor !== undefined && view.before !== null;
  const direction = isBackwards ? (order === "asc" ? "desc" : "asc") : order;
  const isByDate = sort === "date";

  const comparison = sql.raw(direction === "asc" ? ">" : "<");
  const isLater = sql<boolean>`(created_at, id) ${comparison} (${anchor?.created_at}, ${anchor?.id})`;
  const idsWhere = (conditions: RawBuilder<boolean>[]) =>
    executor
      .selectFrom("bookings")
      .select("id")
      .where((eb) => eb.and([matches(eb, view, { search: found, viewerId, moment }), ...conditions]))
      .$if(isOverOnly, (query) => query.where((eb) => eb.not(isOpen(eb))))
      .$if(!isByDate, (query) => query.orderBy(value, direction))
      .orderBy("created_at", direction)
      .orderBy("id", direction)
      .limit(size + 1);
  // Two index ranges: SQLite would read one comparison of all three columns from the start of the index.
  const ranges = !anchor
    ? [idsWhere([])]
    : isByDate
      ? [idsWhere([isLater])]
      : [
          idsWhere([sql<boolean>`${value} = ${anchor.value}`, isLater]),
          idsWhere([sql<boolean>`${value} ${comparison} ${anchor.value}`]),
        ];

  const rows = await executor
    .selectFrom("bookings")
    .select(LIST_COLUMNS)
    .where("id", "in", inOneList(executor, ranges))
    .$if(!isByDate, (query) => query.orderBy(value, direction))
    .orderBy("created_at", direction)
    .orderBy("id", direction)
    .limit(size + 1)
    .execute();

  const hasMore = rows.length > size;
  const page = rows.slice(0, size);
  if (isBackwards) page.reverse();
  return {
    bookings: await withAssessments(executor, page),
    isAtStart: isBackwards ? !hasMore : anchor === undefined,
    isAtEnd: isBackwards ? false : !hasMore,
  };
}

/** The ids of the open bookings of a view, what is due first on top. `work` is in this order. */
async function openIds(
  executor: Executor,
  view: DashboardView,
  work: readonly OpenBooking[],
  narrowed: Narrowed,
): Promise<string[]> {
  const known = view.stage && openAt(work, view.stage);
  const rest = known ? { ...view, stage: null } : view;
  const among = known ?? work;
  if (!isFiltered(rest)) return among.map(({ id }) => id);
  const rows = await executor
    .selectFrom("bookings")
    .select("id")
    .where(isOpen)
    .where((eb) => matches(eb, rest, narrowed))
    .execute();
  const matching = new Set(rows.map(({ id }) => id));
  return among.filter(({ id }) => matching.has(id)).map(({ id }) => id);
}

async function bookingsInOrder(executor: Executor, ids: readonly string[]): Promise<BookingListItem[]> {
  if (ids.length === 0) return [];
  const rows = await executor.selectFrom("bookings").select(LIST_COLUMNS).where("id", "in", ids).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return withAssessments(
    executor,
    ids.flatMap((id) => byId.get(id) ?? []),
  );
}

/** One page of the list in the order of what is due (`work`): the open bookings, then the newest of those that are
 * over. `count` has all bookings of the view where that is known. */
export async function listByDue(
  executor: Executor,
  view: DashboardView,
  work: readonly OpenBooking[],
  { size = PAGE_SIZE, search, viewerId = "", moment }: ListOptions & { moment: Moment },
): Promise<Page & { count?: number }> {
  const found = search ?? (await readSearch(executor, view.search));
  if (isEmpty(found)) return EMPTY;
  const narrowed = { search: found, viewerId, moment };
  const isOpenOnly = view.stage !== null && openAt(work, view.stage) !== null;
  const ids = await openIds(executor, view, work, narrowed);
  const over = (most: number, beside: Pick<DashboardView, "after" | "before">) =>
    isOpenOnly
      ? EMPTY
      : listBookings(executor, { ...view, ...beside }, { ...narrowed, size: most, isOverOnly: true });
  const page = async (open: string[], { bookings, ...rest }: Page) => ({
    ...rest,
    bookings: [...(await bookingsInOrder(executor, open)), ...bookings],
    ...(isOpenOnly && { count: ids.length }),
  });

  const anchor = view.after ?? view.before;
  const rank = new Map(work.map(({ id }, index) => [id, index]));
  const at = anchor === null ? -1 : rank.get(anchor);
  if (at === undefined) {
    const beside = await over(size, view);
    if (view.before === null) return page([], { ...beside, isAtStart: ids.length === 0 && beside.isAtStart });
    const missing = size - beside.bookings.length;
    const last = missing > 0 ? ids.slice(-missing) : [];
    return page(last, { ...beside, isAtStart: beside.isAtStart && last.length === ids.length });
  }
  const split = ids.findIndex((id) => (view.before === null ? rank.get(id)! > at : rank.get(id)! >= at));
  const start = split === -1 ? ids.length : split;
  if (view.before !== null) {
    const open = ids.slice(Math.max(0, start - size), start);
    return page(open, { bookings: [], isAtStart: start <= size, isAtEnd: false });
  }
  const open = ids.slice(start, start + size);
  const isLast = start + size >= ids.length;
  const more = isLast ? await over(size - open.length, { after: null, before: null }) : EMPTY;
  return page(open, { ...more, isAtStart: start === 0, isAtEnd: isLast && more.isAtEnd });
}

/** How many bookings a filter matches; null when there are too many to count while somebody waits. */
export async function countBookings(
  executor: Executor,
  filter: BookingFilter,
  { search, viewerId = "", moment }: ListOptions = {},
): Promise<number | null> {
  const found = search ?? (await readSearch(executor, filter.search));
  if (found.ids === null && found.words.length > 0) return null;
  const { owner, assessor, stage } = filter;
  if (found.ids === null && owner === null && assessor === null && stage === null)
    return sumOfDays(executor, filter);
  if (isEmpty(found)) return 0;
  const some = executor
    .selectFrom("bookings")
    .select("id")
    .where((eb) => matches(eb, filter, { search: found, viewerId, moment }))
    .limit(FEW + 1);
  const { count } = await executor
    .selectFrom(some.as("some"))
    .select((eb) => eb.fn.countAll<number | string>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count) > FEW ? null : Number(count);
}

async function sumOfDays(executor: Executor, { status, from, to }: BookingFilter): Promise<number> {
  const { count } = await executor
    .selectFrom("booking_totals")
    .select((eb) => eb.fn.sum<number | string | null>("booking_count").as("count"))
    .$if(status !== null, (query) => query.where("status", "=", status!))
    .$if(from !== null, (query) => query.where("day", ">=", from!))
    .$if(to !== null, (query) => query.where("day", "<=", to!))
    .executeTakeFirstOrThrow();
  return Number(count ?? 0);
}
