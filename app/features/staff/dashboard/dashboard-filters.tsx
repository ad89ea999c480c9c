import { useEffect, useRef, type FormEvent } from "react";
import { Form, Link } from "react-router";
import { FilterField, type Filter } from "#app/kit/filter-form.tsx";
import { Button } from "#app/ui/button.tsx";
import { Chips } from "#app/ui/desk.tsx";
import type { BookingTotals } from "./read-dashboard.server.ts";
import {
  dashboardQuery,
  isFiltered,
  SORT_KEYS,
  usualDirection,
  usualSort,
  type DashboardView,
  type SortKey,
} from "./dashboard-view.ts";
import { BOOKING_STATUSES, statusLabel } from "#app/features/booking/fields/status.ts";
import { STAGE_LABELS, STAGES, TASK_KEYS, TASKS } from "#app/features/stage/stage.ts";

const SORT_WORDS: Record<SortKey, string> = {
  due: "What is due",
  date: "Date",
  reference: "Reference",
  client: "Client",
  email: "Referrer email",
  total: "Total",
  status: "Status",
};

type AssessorOption = readonly [id: string, name: string];

/** Practices without assessors have no filter by them. */
function filtersOf(view: DashboardView, assessors: readonly AssessorOption[]): Filter[] {
  const { search, status, stage, owner, assessor, from, to, sort } = view;
  const ofAssessors = { name: "assessor", label: "Assessor", value: assessor };
  return [
    { name: "search", label: "Reference, name, email, phone or place", value: search, type: "search" },
    {
      name: "status",
      label: "Status",
      value: status,
      options: [["", "All"], ...BOOKING_STATUSES.map((status) => [status, statusLabel(status)] as const)],
    },
    {
      name: "stage",
      label: "Stage or task",
      value: stage,
      options: [
        ["", "Any"],
        { label: "Stage", options: STAGES.map((stage) => [stage, STAGE_LABELS[stage]] as const) },
        { label: "To do", options: TASK_KEYS.map((task) => [task, TASKS[task]] as const) },
      ],
    },
    {
      name: "owner",
      label: "Looked after by",
      value: owner,
      options: [
        ["", "Anybody"],
        ["mine", "Me"],
        ["none", "Nobody yet"],
      ],
    },
    ...(assessors.length > 0 ? [{ ...ofAssessors, options: [["", "Any"] as const, ...assessors] }] : []),
    { name: "from", label: "Booked from", value: from, type: "date" },
    { name: "to", label: "Booked to", value: to, type: "date" },
    {
      name: "sort",
      label: "Sort by",
      className: "min-[78rem]:hidden",
      // Empty: hits of a search have another usual order than all bookings.
      value: sort === usualSort(search) ? "" : sort,
      options: [["", "Usual order"], ...SORT_KEYS.map((key) => [key, SORT_WORDS[key]] as const)],
    },
  ];
}

/** Sets the controls to the view, as after Back or Clear, except one that is being filled in. */
function useFollowView(query: string, filters: readonly Filter[]) {
  const form = useRef<HTMLFormElement>(null);
  const edited = useRef(new Set<string>());
  const shown = useRef(query);
  useEffect(() => {
    if (shown.current === query) return;
    shown.current = query;
    for (const { name, value } of filters) {
      if (edited.current.has(name)) continue;
      const control = form.current?.elements.namedItem(name) as HTMLInputElement | HTMLSelectElement;
      control.value = value ?? "";
    }
  }, [query, filters]);
  const follow = () => edited.current.clear();
  const onInput = ({ target }: FormEvent) => {
    edited.current.add((target as HTMLInputElement).name);
  };
  return { props: { ref: form, onInput, onSubmit: follow }, follow };
}

/** The statuses as links, each with how many bookings it has in all. */
export function StatusChips({ view, totals }: { view: DashboardView; totals: BookingTotals }) {
  const chip = (label: string, status: DashboardView["status"], count: number) => ({
    label,
    count,
    isCurrent: view.status === status,
    to: `/admin/dashboard${dashboardQuery(view, { status, after: null, before: null })}`,
  });
  return (
    <Chips
      label="Status of bookings"
      chips={[
        chip("All", null, totals.count),
        ...BOOKING_STATUSES.map((status) => chip(statusLabel(status), status, totals.byStatus[status].count)),
      ]}
    />
  );
}

type FiltersProps = { view: DashboardView; assessors: readonly AssessorOption[] };

/** Search, filters and, on a phone, the order. A GET form: the view can be bookmarked. */
export function DashboardFilters({ view, assessors }: FiltersProps) {
  const filters = filtersOf(view, assessors);
  const { props, follow } = useFollowView(dashboardQuery(view), filters);
  const [search, ...others] = filters.map((filter) => <FilterField key={filter.name} {...filter} />);
  return (
    <Form method="get" role="search" aria-label="Bookings" className="filters no-print" {...props}>
      {search}
      <details className="filters-more" open={isFiltered({ ...view, search: "" })}>
        <summary>More filters</summary>
        {others}
      </details>
      {view.direction === usualDirection(view.sort) ? null : (
        <input type="hidden" name="direction" value={`${view.direction}:${view.sort}`} />
      )}
      <div className="filters-actions">
        <Button look="quiet">Show</Button>
        {isFiltered(view) ? (
          <Link to="/admin/dashboard" onClick={follow}>
            Clear
          </Link>
        ) : null}
      </div>
    </Form>
  );
}
