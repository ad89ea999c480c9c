import { setImmediate } from "node:timers/promises";
import type { SelectQueryBuilder } from "kysely";
import { filterAsked, pageAsked, rowsBefore, type PageAt } from "./pages.ts";

/** Rows of one read. Databases bind some 32,000 values, and SQLite answers without giving way. */
export const MAX_PIECE = 500;

/** A request takes a few turns: each waits this long at most, and one piece, for work that gives way. */
const MAX_WORK_MS = 5;

/** Lets requests go first. Call it often: it pauses only where work has gone on for some milliseconds. */
export function givingWay(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < MAX_WORK_MS) return;
    await setImmediate();
    since = performance.now();
  };
}

/** Rows for any number of ids, each read once, in pieces; the order is that of the ids, then of the query. No id, no
 * query. Name the parameter of `read` `piece`: lint allows `where … in` for it alone. */
export async function byIds<Id, Row>(
  ids: Iterable<Id>,
  read: (piece: Id[]) => Promise<readonly Row[]>,
): Promise<Row[]> {
  const wanted = [...new Set(ids)];
  if (wanted.length <= MAX_PIECE) return wanted.length === 0 ? [] : [...(await read(wanted))];
  const rows: Row[] = [];
  const giveWay = givingWay();
  for (let start = 0; start < wanted.length; start += MAX_PIECE) {
    await giveWay();
    for (const row of await read(wanted.slice(start, start + MAX_PIECE))) rows.push(row);
  }
  return rows;
}

/** All rows, in pages that `read` gets after the last row of the page before. Requests are answered in between. */
export async function* inPages<Row>(
  read: (last: Row | undefined) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  const giveWay = givingWay();
  for (let rows = await read(undefined); rows.length > 0; rows = await read(rows.at(-1))) {
    yield rows;
    await giveWay();
  }
}

/** How many rows a query has. */
export async function countRows<DB, Table extends keyof DB, Row>(query: SelectQueryBuilder<DB, Table, Row>) {
  const [counted] = await query
    .clearSelect()
    .clearOrderBy()
    .select((eb) => eb.fn.countAll<number | string>().as("count"))
    .$castTo<{ count: number | string }>()
    .execute();
  return Number(counted!.count);
}

/** The asked page of an ordered query, with the count of all its rows. */
export async function pageOfQuery<DB, Table extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, Table, Row>,
  url: URL,
  asked?: Parameters<typeof pageAsked>[2],
): Promise<{ rows: Row[]; at: PageAt }> {
  const at = pageAsked(url, await countRows(query), asked);
  return { at, rows: at.count === 0 ? [] : await query.limit(at.size).offset(rowsBefore(at)).execute() };
}

/** The asked page of the asked filter's query (`show`), and how many rows each filter has. */
export async function filteredPage<Show extends string, DB, Table extends keyof DB, Row>(
  url: URL,
  names: Readonly<Record<Show, string>>,
  query: (show: Show) => SelectQueryBuilder<DB, Table, Row>,
) {
  const show = filterAsked(url, names);
  const counts = {} as Record<Show, number>;
  for (const filter of Object.keys(names) as Show[]) counts[filter] = await countRows(query(filter));
  return { show, counts, ...(await pageOfQuery(query(show), url)) };
}
