import { useEffect, useRef, type FormEvent } from "react";
import { Form, Link } from "react-router";
import { ButtonLink, Button } from "#app/ui/button.tsx";
import { dashboardQuery, isFiltered, SORT_KEYS, type DashboardView } from "./dashboard-view.ts";
import { BOOKING_STATUSES, statusLabel } from "#app/features/booking/status.ts";

const SORT_WORDS: Record<(typeof SORT_KEYS)[number], string> = {
  date: "Date",
  reference: "Reference",
  client: "Client",
  email: "Referrer email",
  total: "Total",
  status: "Status",
};

/** Sets the controls to the view, as after Back or Clear, except one that is being filled in. */
function useFollowView(view: DashboardView) {
  const form = useRef<HTMLFormElement>(null);
  const edited = useRef(new Set<string>());
  const query = dashboardQuery(view);
  const shown = useRef(query);
  useEffect(() => {
    if (shown.current === query) return;
    shown.current = query;
    for (const name of ["search", "status", "from", "to", "owner", "sort"] as const) {
      if (edited.current.has(name)) continue;
      const control = form.current?.elements.namedItem(name) as HTMLInputElement | HTMLSelectElement;
      control.value = view[name] ?? "";
    }
  }, [query, view]);
  const follow = () => edited.current.clear();
  const onInput = ({ target }: FormEvent) => {
    edited.current.add((target as HTMLInputElement).name);
  };
  return { props: { ref: form, onInput, onSubmit: follow }, follow };
}

/** Search, filters and, on a phone, the order. A GET form: the view can be bookmarked. */
export function DashboardFilters({ view }: { view: DashboardView }) {
  const { props, follow } = useFollowView(view);
  return (
    <Form method="get" role="search" aria-label="Bookings" className="filters" {...props}>
      <div>
        <label htmlFor="search">Reference, name, e-mail, phone or place</label>
        <input className="input" id="search" name="search" type="search" defaultValue={view.search} />
      </div>
      <div>
        <label htmlFor="status">Status</label>
        <select className="input" id="status" name="status" defaultValue={view.status ?? ""}>
          <option value="">All</option>
          {BOOKING_STATUSES.map((status) => (
            <option key={status} value={status}>
              {statusLabel(status)}
            </option>
          ))}
        </select>
      </div>
      <div>
        <label htmlFor="owner">Looked after by</label>
        <select className="input" id="owner" name="owner" defaultValue={view.owner ?? ""}>
          <option value="">Anybody</option>
          <option value="mine">Me</option>
          <option value="none">Nobody yet</option>
        </select>
      </div>
      <div>
        <label htmlFor="from">Booked from</label>
        <input className="input" id="from" name="from" type="date" defaultValue={view.from ?? ""} />
      </div>
      <div>
        <label htmlFor="to">Booked to</label>
        <input className="input" id="to" name="to" type="date" defaultValue={view.to ?? ""} />
      </div>
      <div className="min-[78rem]:hidden">
        <label htmlFor="sort">Sort by</label>
        <select className="input" id="sort" name="sort" defaultValue={view.sort}>
          {SORT_KEYS.map((key) => (
            <option key={key} value={key}>
              {SORT_WORDS[key]}
            </option>
          ))}
        </select>
      </div>
      <input type="hidden" name="direction" value={view.direction} />
      <div className="filters-actions">
        <Button>Show</Button>
        {isFiltered(view) ? (
          <Link to="/admin/dashboard" onClick={follow}>
            Clear
          </Link>
        ) : null}
        <ButtonLink
          look="quiet"
          to={`/admin/bookings.csv${dashboardQuery(view, { after: null, before: null })}`}
          reloadDocument
        >
          Export CSV
        </ButtonLink>
      </div>
    </Form>
  );
}
