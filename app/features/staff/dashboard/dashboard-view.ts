import { askedDay } from "#app/forms/date-parts.ts";
import { cleanLine } from "#app/platform/clean-line.ts";
import type { IsoDate } from "#app/platform/dates.ts";
import { isBookingStatus, type BookingStatus } from "#app/features/booking/fields/status.ts";
import { isStageFilter, type StageFilter } from "#app/features/stage/stage.ts";

/** The dashboard's view is its URL, so that every view can be bookmarked and shared. */

/** `due`: what somebody should act on first is on top, bookings that are over come last. */
export const SORT_KEYS = ["due", "date", "reference", "client", "email", "total", "status"] as const;
export type SortKey = (typeof SORT_KEYS)[number];

const OWNERS = ["mine", "none"] as const;

export type BookingFilter = {
  /** Each word must begin a word of the reference, a name, the e-mail address, organisation, location or phone. */
  search: string;
  status: BookingStatus | null;
  stage: StageFilter | null;
  /** London days of booking, both included. */
  from: IsoDate | null;
  to: IsoDate | null;
  /** The viewer's own bookings, or those of nobody. */
  owner: (typeof OWNERS)[number] | null;
  /** Id of the assessor of a visit that is agreed or took place. */
  assessor: string | null;
};

export type DashboardView = BookingFilter & {
  /** The owner whose tasks the queue has; that of the list is `owner`. */
  tasks: BookingFilter["owner"];
  sort: SortKey;
  direction: "asc" | "desc";
  /** Id of the booking after (or before) which the page starts; at most one of the two is set. */
  after: string | null;
  before: string | null;
};

export const SEARCH_LIMIT = 100;

/** Hits of a search are listed with the newest first. */
export const usualSort = (search: string): SortKey => (search ? "date" : "due");

export const usualDirection = (sort: SortKey) => (sort === "date" ? "desc" : "asc");

function readId(value: string | null): string | null {
  return value && /^[0-9a-f-]{36}$/.test(value) ? value : null;
}

/** Reads a view from a query. Unknown values are ignored, so that old bookmarks still work, except a day that
 * does not exist: 400. */
export function readDashboardView(query: URLSearchParams): DashboardView {
  // A form names the order that its direction is of: with another one it says nothing.
  const [direction, directionOf] = (query.get("direction") ?? "").split(":");
  const status = query.get("status");
  const stage = query.get("stage");
  const after = readId(query.get("after"));
  const days = [askedDay(query, "from"), askedDay(query, "to")] as const;
  const [from, to] = days[0] && days[1] && days[0] > days[1] ? [days[1], days[0]] : days;
  const search = cleanLine(query.get("search") ?? "")
    .trim()
    .slice(0, SEARCH_LIMIT);
  const sort = SORT_KEYS.find((key) => key === query.get("sort")) ?? usualSort(search);
  return {
    search,
    status: isBookingStatus(status) ? status : null,
    stage: isStageFilter(stage) ? stage : null,
    from,
    to,
    owner: OWNERS.find((owner) => owner === query.get("owner")) ?? null,
    assessor: readId(query.get("assessor")),
    tasks: OWNERS.find((owner) => owner === query.get("tasks")) ?? null,
    sort,
    direction:
      (direction === "asc" || direction === "desc") && (directionOf ?? sort) === sort
        ? direction
        : usualDirection(sort),
    after,
    before: after ? null : readId(query.get("before")),
  };
}

const FILTERS = [
  "search",
  "status",
  "stage",
  "from",
  "to",
  "owner",
  "assessor",
] as const satisfies (keyof BookingFilter)[];

/** The query string of a view with some changes, without defaults; starts with `?`, or is empty. */
export function dashboardQuery(view: DashboardView, changes: Partial<DashboardView> = {}): string {
  const next = { ...view, ...changes };
  const query = new URLSearchParams();
  for (const key of [...FILTERS, "tasks", "sort", "direction", "after", "before"] as const) {
    const value = next[key];
    const isUsual =
      (key === "sort" && value === usualSort(next.search)) ||
      (key === "direction" && value === usualDirection(next.sort));
    if (value && !isUsual) query.set(key, value);
  }
  const text = query.toString();
  return text ? `?${text}` : "";
}

/** The link of a column's heading: this order, or its reverse if it is the order already. */
export function sortQuery(view: DashboardView, sort: SortKey): string {
  const reverse = view.direction === "asc" ? "desc" : "asc";
  const direction = view.sort === sort ? reverse : usualDirection(sort);
  return dashboardQuery(view, { sort, direction, after: null, before: null });
}

export const isFiltered = (view: BookingFilter): boolean => FILTERS.some((key) => view[key]);
