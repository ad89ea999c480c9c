import { BOOKING_STATUSES } from "#app/features/booking/fields/status.ts";
import { STAGES } from "#app/features/stage/stage.ts";
import { LONG_TEXT, LONG_WORD, type Examples } from "#app/ui/example.ts";
import { BookingsTable, type ListedBooking } from "./bookings-table.tsx";
import { barChart } from "./dashboard-charts.ts";
import { Bars, FiguresTable, TotalCards } from "./dashboard-figures.tsx";
import type { ActionBooking, BookingTotals, WeekFigures } from "./read-dashboard.server.ts";
import { DashboardFilters, StatusChips } from "./dashboard-filters.tsx";
import { readDashboardView } from "./dashboard-view.ts";
import { QueueCard, VisitsToday } from "./queue-list.tsx";
import type { DashboardPage } from "./read-queue.server.ts";

const VIEW = readDashboardView(new URLSearchParams());
const FILTERED = readDashboardView(
  new URLSearchParams({ search: "archer", status: "confirmed", sort: "client" }),
);
const CREATED = "2027-03-08T09:30:00.000Z";

const booking = (index: number): ListedBooking & ActionBooking => ({
  stage: STAGES[index]!,
  id: `0199-${index}`,
  reference: `CA-7K2M-Q${index}`,
  version: 1,
  client_first_name: "Walter",
  client_last_name: "Archer",
  referrer_first_name: "Ann",
  referrer_last_name: "Archer",
  referrer_email: "ann@example.org",
  referrer_organisation: null,
  referrer_country_code: "+44",
  referrer_phone_as_typed: "07700 900123",
  is_virtual: 0,
  assessment_location: "Leeds General Infirmary",
  preferred_date: "2027-03-22",
  day: { day: "2027-03-22", as: index % 2 ? "visit" : "wish", when: "Monday 22 March 2027", isOver: false },
  prefer_earlier_date: index === 1 ? 1 : 0,
  channel: null,
  owner_id: null,
  awaits_contact_since: CREATED,
  promise_hours: null,
  total_pence: 59_500,
  status: BOOKING_STATUSES[index % 4]!,
  created_at: CREATED,
  assessments: ["Property and Finance"],
});

const LONG = {
  ...booking(4),
  client_first_name: LONG_WORD,
  client_last_name: LONG_WORD,
  referrer_email: `${LONG_WORD}@example.org`.toLowerCase(),
  referrer_organisation: LONG_TEXT,
  assessment_location: LONG_TEXT,
  assessments: [LONG_TEXT],
};
const BARE = {
  ...booking(5),
  client_first_name: null,
  client_last_name: null,
  preferred_date: null,
  day: null,
  total_pence: 0,
};
const BOOKINGS = [booking(0), booking(1), booking(2), booking(3), LONG, BARE];

const ROW = {
  title: undefined,
  button: undefined,
  late: undefined,
  phone: undefined,
  email: undefined,
  country: undefined,
  version: undefined,
  all: undefined,
  to: "",
  notes: undefined,
  at: "",
  who: "Walter Archer",
  reference: "CA-7K2M-Q6",
};
const QUIET: DashboardPage["queue"] = {
  kinds: [],
  nothing: "Everybody has been contacted.",
  isInXero: false,
  groups: [],
};
const BUSY: DashboardPage["queue"] = {
  ...QUIET,
  kinds: [
    { kind: "contact", count: null },
    { kind: "to-agree", count: 12 },
    { kind: "note", count: 1 },
  ],
  groups: [
    {
      name: "overdue",
      count: 41,
      rows: [
        {
          ...ROW,
          kind: "contact",
          key: "1",
          when: "3 hours late",
          about: "for Ann Archer · Leeds",
          phone: "07700 900123",
          country: "+44",
          late: "Urgent",
          notes: [{ words: "Hearing 09/03/2027", isPast: true }],
        },
        {
          ...ROW,
          kind: "outcome-missing",
          key: "2",
          when: "20 hours late",
          who: `${LONG_WORD} ${LONG_WORD}`,
          about: LONG_TEXT,
          email: LONG.referrer_email,
          title: `Outcome missing: ask ${LONG_WORD}`,
        },
      ],
    },
    {
      name: "today",
      count: 1,
      rows: [
        {
          ...ROW,
          kind: "note",
          key: "3",
          when: "",
          about: "written 11 Mar 2027, 09:40",
          late: "Cannot come",
        },
      ],
    },
    {
      name: "next",
      count: 1,
      rows: [
        { ...ROW, kind: "to-complete", key: "4", when: "in 2 days", about: "report released", version: 1 },
      ],
    },
  ],
};
const VISITS: DashboardPage["visits"] = (["held", "over", "now", "to-come"] as const).map((state, index) => ({
  bookingId: String(index),
  start: `1${index}:00`,
  hours: `1${index}:00–1${index + 1}:30`,
  state,
  who: "Walter Archer",
  assessor: "Priya Nair",
  where: "NE7",
  lacksLink: state === "to-come",
}));

const WEEKS: WeekFigures[] = Array.from({ length: 12 }, (_, index) => ({
  monday: `2027-0${index < 4 ? 1 : index < 8 ? 2 : 3}-0${(index % 4) + 1}`,
  count: (index * 7) % 11,
  revenuePence: ((index * 7) % 11) * 59_500,
}));
const totals = (count: number): BookingTotals => ({
  count: count * 4,
  revenuePence: count * 4 * 59_500,
  byStatus: Object.fromEntries(
    BOOKING_STATUSES.map((status) => [status, { count, revenuePence: count * 59_500 }]),
  ) as BookingTotals["byStatus"],
});
const bars = (values: number[]) =>
  barChart(
    values.map((value, index) => ({ label: `0${index + 1}/03`, value })),
    String,
  );

export default {
  title: "Dashboard",
  isForStaff: true,
  examples: [
    {
      name: "QueueCard",
      of: [QueueCard, VisitsToday],
      place: "alone",
      states: {
        Busy: <QueueCard view={VIEW} owners={{ all: 380, mine: 12, none: 0 }} queue={BUSY} />,
        Empty: <QueueCard view={VIEW} owners={{ all: 0, mine: 0, none: 0 }} queue={QUIET} />,
        "Today’s visits": <VisitsToday visits={VISITS} />,
        "No visit": <VisitsToday visits={[]} />,
      },
    },
    {
      name: "TotalCards",
      of: [TotalCards],
      states: {
        Normal: <TotalCards totals={totals(9)} weeks={WEEKS} />,
        "First use": (
          <TotalCards
            totals={totals(0)}
            weeks={WEEKS.map((week) => ({ ...week, count: 0, revenuePence: 0 }))}
          />
        ),
      },
    },
    {
      name: "DashboardFilters",
      of: [DashboardFilters, StatusChips],
      place: "alone",
      states: {
        Normal: <DashboardFilters view={VIEW} assessors={[]} />,
        Statuses: <StatusChips view={FILTERED} totals={totals(9)} />,
        Filtered: <DashboardFilters view={FILTERED} assessors={[["1", "Priya Nair"]]} />,
      },
    },
    {
      name: "BookingsTable",
      of: [BookingsTable],
      place: "alone",
      states: {
        "A page of many": (
          <BookingsTable view={VIEW} bookings={BOOKINGS} matchCount={380} isAtStart={false} isAtEnd={false} />
        ),
        "The only page, sorted": (
          <BookingsTable view={FILTERED} bookings={BOOKINGS.slice(0, 1)} matchCount={1} isAtStart isAtEnd />
        ),
        Empty: <BookingsTable view={FILTERED} bookings={[]} matchCount={0} isAtStart isAtEnd />,
      },
    },
    {
      name: "Bars",
      of: [Bars, FiguresTable],
      states: {
        Normal: <Bars heading="Bookings by week" chart={bars([3, 9, 0, 4, 7])} />,
        "Nothing to show": <Bars heading="Bookings, none" chart={bars([0, 0, 0])} />,
        "As a table": <FiguresTable weeks={WEEKS.slice(0, 3)} totals={totals(9)} />,
      },
    },
  ],
} satisfies Examples;
