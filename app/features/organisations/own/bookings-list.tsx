import { Link } from "react-router";
import { STEPS, DUE, isNarrowed, type ListStep, type ListView } from "./list-view.ts";
import type { OrganisationBooking } from "./bookings.server.ts";
import { priceText } from "#app/features/catalogue/pricing.ts";
import { FilterForm, type Filter } from "#app/kit/filter-form.tsx";
import { formatShortDate } from "#app/platform/dates.ts";
import { Badge, type BadgeColour } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { Chips, Late } from "#app/ui/desk.tsx";
import { Who, type ListColumn } from "#app/ui/list.tsx";

const COLOURS: Record<ListStep, BadgeColour> = {
  arranging: "yellow",
  agreed: "green",
  reporting: "blue",
  reported: "green",
  done: "grey",
  cancelled: "grey",
};

const DAY = { visit: "Visit", confirmed: "Visit", wish: "Wished for" } as const;

type Shown = { seesNames: boolean; seesMoney: boolean; pathTo: (page: string) => string };

/** The columns that a member's role lets them read. */
export function bookingColumns({ seesNames, seesMoney, pathTo }: Shown): ListColumn<OrganisationBooking>[] {
  const columns: (ListColumn<OrganisationBooking> | false)[] = [
    {
      name: seesNames ? "Client" : "Reference",
      place: "name",
      cell: (booking) => {
        const name = (seesNames && booking.client) || booking.reference;
        const code = name === booking.reference ? "" : booking.reference;
        return booking.mayOpen ? (
          <Who to={`/booking/${booking.id}`} name={name} code={code} />
        ) : (
          <span className="who">
            {name} {code ? <small>{code}</small> : null}
          </span>
        );
      },
    },
    {
      name: "Stage",
      place: "side",
      cell: ({ step }) => <Badge colour={COLOURS[step]}>{STEPS[step].label}</Badge>,
    },
    {
      name: "Matter",
      cell: ({ matter, poNumber, isNamed }) => (
        <>
          {isNamed ? matter : "Closed matter"}
          {poNumber ? <span className="note block">PO number {poNumber}</span> : null}
        </>
      ),
    },
    {
      name: "Visit",
      cell: ({ day, isNamed }) =>
        day ? `${DAY[day.as]} ${formatShortDate(day.day)}` : isNamed ? "No day yet" : null,
    },
    {
      name: "Report due",
      cell: ({ dueOn, isLate }) =>
        dueOn ? (
          <>
            Report due {formatShortDate(dueOn)}
            {isLate ? <Late>, overdue</Late> : null}
          </>
        ) : null,
    },
    seesMoney && {
      name: "Amount",
      place: "number",
      cell: ({ pence }) => priceText(pence || null),
    },
    seesNames && {
      name: "Booked by",
      cell: ({ id, bookedBy, mayOpen, isClosedMatter }) => (
        <>
          {bookedBy ? `Booked by ${bookedBy}` : null}
          {mayOpen ? (
            <span className="note block">
              <Link to={pathTo(`/bookings/${id}`)} discover="none">
                {isClosedMatter ? "Closed: who sees it" : "Who sees it"}
              </Link>
            </span>
          ) : null}
        </>
      ),
    },
  ];
  return columns.filter((column) => column !== false);
}

/** The address of the list with other filters. */
export function listQuery(of: string, view: ListView, change: Partial<ListView> = {}): string {
  const { search, step, whose, due } = { ...view, ...change };
  const query = new URLSearchParams({ of });
  for (const [name, value] of Object.entries({ search, stage: step, whose, due }))
    if (value) query.set(name, value);
  return `?${query}`;
}

type FiltersProps = { of: string; view: ListView; whose: readonly (readonly [id: string, name: string])[] };

export function StepChips({ of, view }: Omit<FiltersProps, "whose">) {
  const chip = (label: string, step: ListStep | null) => ({
    label,
    isCurrent: view.step === step,
    to: `/organisation${listQuery(of, view, { step })}`,
  });
  const steps = Object.keys(STEPS) as ListStep[];
  return (
    <Chips label="Stage" chips={[chip("All", null), ...steps.map((step) => chip(STEPS[step].label, step))]} />
  );
}

/** Search and filters. */
export function BookingFilters({ of, view, whose }: FiltersProps) {
  const members = [["", "Everybody’s"], ["mine", "Mine"], ...whose] as const;
  const filters: Filter[] = [
    { name: "search", label: "Reference, matter or PO number", value: view.search, type: "search" },
    { name: "whose", label: "Whose", value: view.whose, options: members },
    { name: "due", label: "Due", value: view.due, options: [["", "Any time"], ...Object.entries(DUE)] },
  ];
  return (
    <FilterForm
      label="Bookings"
      hidden={{ of, stage: view.step }}
      filters={filters.filter(({ name }) => name !== "whose" || whose.length > 0)}
    >
      <Button look="quiet">Show</Button>
      {isNarrowed(view) ? <Link to={`/organisation?of=${of}`}>Clear</Link> : null}
    </FilterForm>
  );
}
