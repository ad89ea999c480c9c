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

type ChoiceProps = {
  name: string;
  label: string;
  value: string;
  options: readonly (readonly [value: string, label: string])[];
  className?: string;
};

function Choice({ name, label, value, options, className }: ChoiceProps) {
  return (
    <div className={className}>
      <label htmlFor={name}>{label}</label>
      <select className="input" id={name} name={name} defaultValue={value}>
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
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
      <Choice
        name="status"
        label="Status"
        value={view.status ?? ""}
        options={[["", "All"], ...BOOKING_STATUSES.map((status) => [status, statusLabel(status)] as const)]}
      />
      <Choice
        name="owner"
        label="Looked after by"
        value={view.owner ?? ""}
        options={[
          ["", "Anybody"],
          ["mine", "Me"],
          ["none", "Nobody yet"],
        ]}
      />
      <div>
        <label htmlFor="from">Booked from</label>
        <input className="input" id="from" name="from" type="date" defaultValue={view.from ?? ""} />
      </div>
      <div>
        <label htmlFor="to">Booked to</label>
        <input className="input" id="to" name="to" type="date" defaultValue={view.to ?? ""} />
      </div>
      <Choice
        className="min-[78rem]:hidden"
        name="sort"
        label="Sort by"
        value={view.sort}
        options={SORT_KEYS.map((key) => [key, SORT_WORDS[key]] as const)}
      />
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
