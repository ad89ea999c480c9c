import { BOOKING_STATUSES } from "#app/features/booking/fields/status.ts";
import { STAGES } from "#app/features/stage/stage.ts";
import type { JobListItem } from "#app/features/outbox/job-queries.server.ts";
import { LONG_TEXT, LONG_WORD, type Examples } from "#app/ui/example.ts";
import { ActionCards, ActionQueue } from "./action-list.tsx";
import { BookingsTable, type ListedBooking } from "./bookings-table.tsx";
import { barChart } from "./dashboard-charts.ts";
import { Bars, FiguresTable, TotalCards } from "./dashboard-figures.tsx";
import type { ActionBooking, BookingTotals, WeekFigures, Dashboard } from "./read-dashboard.server.ts";
import { DashboardFilters } from "./dashboard-filters.tsx";
import { readDashboardView } from "./dashboard-view.ts";

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

const FAILED: JobListItem = {
  id: "0199-job",
  label: "Booking confirmation",
  state: { label: "Failed", colour: "red" } as JobListItem["state"],
  recipient: "ann@example.org",
  to: "ann@example.org",
  booking: { id: "0199-0", reference: "CA-7K2M-Q0" },
  attempts: 48,
  problem: "The mailbox does not exist.",
  createdAt: CREATED,
  finishedAt: null,
  nextAttemptAt: null,
  canRetry: true,
  canCancel: false,
};

const NOTHING = { shown: [], count: 0, hasMore: false, isKnown: true };
const QUIET = {
  awaitingContact: NOTHING,
  concerns: null,
  cardPayments: [],
  cardReturns: [],
  refunds: null,
  troubled: [],
  placesInDoubt: [],
  officeNotes: NOTHING,
  overdueParts: NOTHING,
  requests: NOTHING,
  reports: [],
  infectedFiles: NOTHING,
  withoutReferral: NOTHING,
  outcomeMissing: NOTHING,
  toComplete: NOTHING,
  toInvoice: NOTHING,
  billingToChange: NOTHING,
  overdueInvoices: NOTHING,
  failedJobs: [],
  failedJobCount: 0,
} as unknown as Dashboard;
const TROUBLED = {
  ...{ name: "Priya Nair", when: "Thursday 11 March 2027, 10:00–11:30", bookingId: "", handOver: "" },
  reference: "CA-7K2M-Q6",
};
const NOTE = { bookingId: "", reference: "CA-7K2M-Q5", at: "11 Mar 2027, 09:40" };
const BUSY = {
  cardPayments: [
    {
      ...{ id: "page", bookingId: "1", reference: "MCA-3467-9ACD", vendorId: "cs_1", asked: "£595.00" },
      why: "Another amount was paid than was asked for.",
    },
  ],
  cardReturns: [
    {
      ...{ id: "return", bookingId: "1", reference: "MCA-3467-9ACD", vendorId: "dp_1", on: "10 Mar 2027" },
      what: "The payer disputes £595.00: the bank took the money.",
      answerBy: "Wednesday 24 March 2027",
    },
  ],
  awaitingContact: {
    shown: [0, 1, 2, 3].map((index) => ({
      ...booking(index),
      promise: { text: index > 1 ? "2 h left" : "3 h overdue", isOverdue: index < 2 },
    })),
    count: 12,
  },
  placesInDoubt: [
    { ...TROUBLED, id: "v1", doubt: "Address missing", isMissing: true },
    { ...TROUBLED, id: "v2", doubt: "Another address", isMissing: false },
  ],
  troubled: [
    { ...TROUBLED, id: "a1", count: 1, why: "Day off" },
    { ...TROUBLED, id: "a2", count: 12, why: "Their account is deactivated" },
  ],
  officeNotes: {
    shown: [
      { ...NOTE, id: "n1", kind: "cannot-come", words: "Cannot come" },
      { ...NOTE, id: "n2", kind: "late", words: "Running 20 minutes late" },
      { ...NOTE, id: "n3", kind: "note", words: "Note" },
    ],
    count: 8,
  },
  overdueParts: {
    shown: [
      {
        ...{ id: "p1", bookingId: "", reference: "CA-7K2M-Q7", name: "Dr Sarah Green" },
        ...{ visit: "25/03/2027", isOverdue: true, hasFee: true },
      },
    ],
    count: 7,
  },
  concerns: [{ id: "c1", booking_id: "", reference: "CA-7K2M-Q4", at: CREATED }],
  requests: {
    shown: [{ id: "r1", booking_id: "", kind: "cancel", day: null, created_at: CREATED, booking: LONG }],
    count: 6,
  },
  reports: [
    { stage: "late", count: 12, shown: [{ booking: LONG, dueOn: "2027-03-05", actOn: "2027-03-05" }] },
    {
      stage: "review",
      count: 1,
      shown: [
        {
          booking: { ...booking(1), deadlines: [{ words: "Hearing 09/03/2027", isPast: true }] },
          dueOn: null,
          actOn: null,
        },
      ],
    },
  ],
  infectedFiles: {
    shown: [
      {
        ...{ id: "d1", bookingId: "", purpose: "paper", kind: "power-of-attorney" },
        ...{ foundAt: CREATED, reference: "CA-7K2M-Q2" },
      },
      {
        ...{ id: "d2", bookingId: "", purpose: "report", kind: "other" },
        ...{ foundAt: CREATED, reference: "CA-7K2M-Q3" },
      },
    ],
    count: 7,
  },
  withoutReferral: { shown: [booking(1), LONG], count: 2 },
  outcomeMissing: {
    shown: [
      {
        ...LONG,
        next: `Outcome missing: ask ${LONG_WORD}`,
        assessor: { phone: "07700 900456", name: LONG_WORD, email: LONG.referrer_email },
      },
    ],
    count: null,
  },
  toComplete: { shown: [{ ...booking(1), isReportReleased: true }, booking(2)], count: 2 },
  toInvoice: { shown: [booking(3)], count: 1 },
  billingToChange: { shown: [booking(1)], count: 6 },
  overdueInvoices: {
    shown: [{ ...booking(2), openPence: 59_500, payment: "Overdue since 1 March 2027" }],
    count: 21,
    isKnown: true,
  },
  failedJobs: [FAILED],
  failedJobCount: 1,
} as unknown as Dashboard;

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
      name: "ActionQueue",
      of: [ActionQueue],
      place: "alone",
      states: {
        "Something of everything": <ActionQueue dashboard={BUSY} />,
        Empty: <ActionQueue dashboard={QUIET} />,
      },
    },
    {
      name: "ActionCards",
      of: [ActionCards],
      place: "alone",
      states: {
        "Something of everything": <ActionCards dashboard={BUSY} />,
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
      of: [DashboardFilters],
      place: "alone",
      states: {
        Normal: <DashboardFilters view={VIEW} assessors={[]} />,
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
