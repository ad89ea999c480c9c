import { STAGE_LABELS, type Stage } from "#app/features/stage/stage.ts";
import { PageLinks } from "#app/kit/pages-nav.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { DataTable, type ListColumn } from "#app/ui/list.tsx";
import { Link } from "react-router";
import {
  formatDayAndMonth,
  formatInstantDay,
  WEEKDAYS,
  weekdayIndex,
  type IsoDate,
} from "#app/platform/dates.ts";
import { shortName } from "#app/features/catalogue/for-staff.ts";
import { priceText } from "#app/features/catalogue/pricing.ts";
import type { BookingDay } from "#app/features/visits/record/booking-day.ts";
import type { BookingListItem } from "./dashboard-queries.server.ts";
import { dashboardQuery, isFiltered, sortQuery, type DashboardView, type SortKey } from "./dashboard-view.ts";
import { clientName } from "./names.ts";
import { Late } from "#app/ui/desk.tsx";
import { PhoneLink } from "#app/ui/phone-link.tsx";
import { StatusBadge } from "#app/features/booking/record/status-badge.tsx";

export type ListedBooking = Omit<
  BookingListItem,
  | "channel"
  | "owner_id"
  | "awaits_contact_since"
  | "preferred_date"
  | "referrer_first_name"
  | "referrer_last_name"
> & {
  stage: Stage;
  day: BookingDay | null;
  /** How long it has waited in its stage, in words. */
  waited?: string | null;
  isOverdue?: boolean;
  /** The assessor of the visit that is the booking's day. */
  assessor?: string | null;
  /** The member of staff who looks after it. */
  owner?: string | null;
};

/** `4 Dec`, with the year where it is not that of the booking. */
function shortDay(day: IsoDate, bookedAt: string): string {
  const [date, month] = formatDayAndMonth(day).split(" ");
  const year = day.slice(0, 4);
  return [date, month!.slice(0, 3), ...(year === bookedAt.slice(0, 4) ? [] : [year])].join(" ");
}

/** `Fri 4 Dec, 11:30–13:00` with the assessor, or what there is in place of an agreed visit. */
function VisitCell({ day, assessor, status, created_at }: ListedBooking) {
  const isClosed = status === "cancelled" || status === "completed";
  if (day === null) return isClosed ? "–" : "No visit, no date yet";
  const date = shortDay(day.day, created_at);
  if (day.as === "wish") return isClosed ? `Wished for ${date}` : `No visit, wished for ${date}`;
  if (day.as === "confirmed") return date;
  return (
    <>
      <span className="whitespace-nowrap">
        {WEEKDAYS[weekdayIndex(day.day)]!.slice(0, 3)} {date},
      </span>{" "}
      <span className="whitespace-nowrap">{day.when.split(", ").at(-1)}</span>
      {assessor ? <span className="note block">{assessor}</span> : null}
    </>
  );
}

/** `Visit to agree, 2 days`, and whether it is overdue; nothing of a booking that is over. */
function StageNote({ stage, waited, isOverdue }: ListedBooking) {
  if (stage === "done" || stage === "cancelled") return null;
  return (
    <span className="note block">
      {[STAGE_LABELS[stage], waited].filter(Boolean).join(", ")}
      {isOverdue ? <Late>, overdue</Late> : null}
    </span>
  );
}

export function BookingsTable(props: {
  view: DashboardView;
  bookings: ListedBooking[];
  /** Null when there are too many to count. */
  matchCount: number | null;
  isAtStart: boolean;
  isAtEnd: boolean;
}) {
  const { view, bookings, matchCount } = props;
  if (bookings.length === 0) return <NoBookings view={view} />;
  const beside = (page: Pick<DashboardView, "before" | "after">) => dashboardQuery(view, page) || ".";
  return (
    <>
      <DataTable
        className="table is-rows is-bookings"
        caption={
          bookings.length === matchCount
            ? `${matchCount} ${matchCount === 1 ? "booking" : "bookings"}`
            : `${bookings.length} of ${matchCount ?? "many"} bookings`
        }
        hasRowNames
        columns={COLUMNS.map(({ sort, ...column }) => ({
          ...column,
          heading: sort && <SortLink view={view} name={column.name} sort={sort} />,
          sorted: sort === view.sort ? `${view.direction}ending` : undefined,
        }))}
        rows={bookings}
      />
      <PageLinks
        label="Pages of bookings"
        links={[
          [
            "prev",
            "Previous page",
            props.isAtStart ? null : beside({ before: bookings[0]!.id, after: null }),
          ],
          ["next", "Next page", props.isAtEnd ? null : beside({ after: bookings.at(-1)!.id, before: null })],
        ]}
      />
    </>
  );
}

function NoBookings({ view }: { view: DashboardView }) {
  return (
    <div className="card mt-3">
      <p className="font-semibold">No bookings found</p>
      {isFiltered(view) ? (
        <p className="note">
          The search finds the beginning of names, references, email addresses, organisations, places and
          whole phone numbers or their last four digits. <Link to="/admin/dashboard">Show all bookings</Link>
        </p>
      ) : (
        <p className="note">
          No bookings yet. <Link to="/admin/bookings/new">Type in the first call</Link>, or invite a customer:{" "}
          <Link to="/admin/send-booking">send a booking link</Link>.
        </p>
      )}
    </div>
  );
}

function SortLink({ view, name, sort }: { view: DashboardView; name: string; sort: SortKey }) {
  return (
    <Link discover="none" to={`/admin/dashboard${sortQuery(view, sort)}`} preventScrollReset>
      {name}
      {sort === view.sort ? <Icon name={view.direction === "asc" ? "up" : "down"} /> : null}
    </Link>
  );
}

/** Assessments that a row names; the others are in its title. */
const MAX_NAMED = 2;

const isOnRequest = ({ total_pence, assessments }: ListedBooking) =>
  total_pence === 0 && assessments.length > 0;

const COLUMNS: (ListColumn<ListedBooking> & { sort?: SortKey })[] = [
  {
    name: "Reference",
    sort: "reference",
    place: "side",
    cell: ({ id, reference }) => (
      <Link className="inline-block" discover="none" to={`/admin/bookings/${id}`}>
        {reference}
      </Link>
    ),
  },
  {
    name: "Client",
    sort: "client",
    place: "name",
    cell: (booking) => clientName(booking) || (booking.referrer_email ? "Not provided yet" : "Erased"),
  },
  {
    name: "Referrer Email",
    sort: "email",
    cell: (booking) => (
      <>
        {booking.referrer_email || "Erased"}
        <span className="note block is-wide-only" title={booking.referrer_organisation ?? undefined}>
          {booking.referrer_phone_as_typed ? (
            <PhoneLink number={booking.referrer_phone_as_typed} countryCode={booking.referrer_country_code} />
          ) : null}
        </span>
      </>
    ),
  },
  {
    name: "Assessments",
    cell: ({ assessments, prefer_earlier_date }) => (
      <span title={assessments.join(", ")}>
        {prefer_earlier_date === 1 ? <strong>Urgent </strong> : null}
        {assessments.slice(0, MAX_NAMED).map(shortName).join(", ")}
        {assessments.length > MAX_NAMED ? ` and ${assessments.length - MAX_NAMED} more` : null}
      </span>
    ),
  },
  { name: "Visit", cell: (booking) => <VisitCell {...booking} /> },
  {
    name: "Total",
    sort: "total",
    place: "number",
    cell: (booking) => priceText(isOnRequest(booking) ? null : booking.total_pence),
  },
  {
    name: "Status",
    sort: "status",
    place: "side",
    cell: (booking) => (
      <>
        <StatusBadge status={booking.status} />
        <StageNote {...booking} />
        {booking.owner ? <span className="note block">{booking.owner}</span> : null}
      </>
    ),
  },
  {
    name: "Date",
    sort: "date",
    place: "side",
    cell: ({ created_at }) => formatInstantDay(created_at),
  },
];
