import { cleanLine } from "#app/platform/clean-line.ts";
import { isIsoDate, type IsoDate } from "#app/platform/dates.ts";
import { isBookingStatus, type BookingStatus } from "#app/features/booking/status.ts";

/** What the dashboard shows, as its URL says it: every view can be bookmarked, and sent to a colleague. */

/** The sortable columns of the table, by the names that the URL uses. */
export const SORT_KEYS = ["date", "reference", "client", "email", "total", "status"] as const;
export type SortKey = (typeof SORT_KEYS)[number];

export const OWNERS = ["mine", "none"] as const;

export type BookingFilter = {
  /** What must each begin a word of the reference, a name, the e-mail address, organisation, location or phone. */
  search: string;
  status: BookingStatus | null;
  /** London days of booking, both included. */
  from: IsoDate | null;
  to: IsoDate | null;
  /** Who looks after them: whoever is looking, or nobody. */
  owner: (typeof OWNERS)[number] | null;
};

export type DashboardView = BookingFilter & {
  sort: SortKey;
  direction: "asc" | "desc";
  /** The id of the booking after (or before) which the page starts; at most one of the two is set. */
  after: string | null;
  before: string | null;
};

const SEARCH_LIMIT = 100;

const DEFAULT_VIEW: DashboardView = {
  search: "",
  status: null,
  from: null,
  to: null,
  owner: null,
  sort: "date",
  direction: "desc",
  after: null,
  before: null,
};

function readDay(value: string | null): IsoDate | null {
  return value && isIsoDate(value) ? value : null;
}

function readId(value: string | null): string | null {
  return value && /^[0-9a-f-]{36}$/.test(value) ? value : null;
}

/**
 * Reads a view from a URL's query. What is not understood counts as not given: an old bookmark still opens. A first day
 * after the last one is taken for the last.
 */
export function readDashboardView(query: URLSearchParams): DashboardView {
  const sort = SORT_KEYS.find((key) => key === query.get("sort")) ?? DEFAULT_VIEW.sort;
  const direction = query.get("direction");
  const status = query.get("status");
  const after = readId(query.get("after"));
  const days = [readDay(query.get("from")), readDay(query.get("to"))] as const;
  const [from, to] = days[0] && days[1] && days[0] > days[1] ? [days[1], days[0]] : days;
  return {
    search: cleanLine(query.get("search") ?? "")
      .trim()
      .slice(0, SEARCH_LIMIT),
    status: isBookingStatus(status) ? status : null,
    from,
    to,
    owner: OWNERS.find((owner) => owner === query.get("owner")) ?? null,
    sort,
    direction: direction === "asc" || direction === "desc" ? direction : sort === "date" ? "desc" : "asc",
    after,
    before: after ? null : readId(query.get("before")),
  };
}

/** The query string of a view with some changes, without what is the default; starts with `?`, or is empty. */
export function dashboardQuery(view: DashboardView, changes: Partial<DashboardView> = {}): string {
  const next = { ...view, ...changes };
  const query = new URLSearchParams();
  for (const key of Object.keys(DEFAULT_VIEW) as (keyof DashboardView)[]) {
    const value = next[key];
    if (!value) continue;
    const usual = key === "direction" ? (next.sort === "date" ? "desc" : "asc") : DEFAULT_VIEW[key];
    if (value !== usual) query.set(key, value);
  }
  const text = query.toString();
  return text ? `?${text}` : "";
}

/** Where a column's heading leads: to this order, or, when it is this order already, to its reverse. */
export function sortQuery(view: DashboardView, sort: SortKey): string {
  const usual = sort === "date" ? "desc" : "asc";
  const direction =
    view.sort === sort ? (view.direction === "asc" ? "desc" : "asc") : (usual as "asc" | "desc");
  return dashboardQuery(view, { sort, direction, after: null, before: null });
}

/** True when the list shows less than every booking. */
export function isFiltered(view: BookingFilter): boolean {
  return (
    view.search !== "" ||
    view.status !== null ||
    view.from !== null ||
    view.to !== null ||
    view.owner !== null
  );
}
