/** A page of a list. `name` is the control of the address, `count` that of all rows. */
export type PageAt = { name: string; page: number; size: number; count: number };

type Asked = { name?: string; size?: number };

/** For lists that are read without an address. */
export const FIRST_PAGE = new URL("http://list/");

/** The page that an address asks for; one beyond the end is the last. */
export function pageAsked(url: URL, count: number, { name = "page", size = 50 }: Asked = {}): PageAt {
  const typed = Number(url.searchParams.get(name));
  const last = Math.max(1, Math.ceil(count / size));
  return { name, size, count, page: Number.isInteger(typed) ? Math.min(Math.max(typed, 1), last) : 1 };
}

/** The filter that `show` of an address chooses; the first one otherwise. */
export function filterAsked<Show extends string>(url: URL, names: Readonly<Record<Show, unknown>>): Show {
  const [first, ...others] = Object.keys(names) as Show[];
  return others.find((filter) => filter === url.searchParams.get("show")) ?? first!;
}

/** How many rows come before the page. */
export const rowsBefore = ({ page, size }: PageAt) => (page - 1) * size;

/** The asked page of rows that are in memory. */
export function pageOf<Row>(rows: readonly Row[], url: URL, asked?: Asked): { rows: Row[]; at: PageAt } {
  const at = pageAsked(url, rows.length, asked);
  return { at, rows: rows.slice(rowsBefore(at), rowsBefore(at) + at.size) };
}
