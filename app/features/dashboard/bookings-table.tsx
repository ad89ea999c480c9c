import { Link } from "react-router";
import { formatInstantDay, formatShortDate } from "#app/platform/dates.ts";
import { priceText } from "#app/features/catalogue/pricing.ts";
import type { BookingListItem } from "./dashboard-queries.server.ts";
import { dashboardQuery, sortQuery, type DashboardView, type SortKey } from "./dashboard-view.ts";
import { StatusBadge } from "#app/features/booking/status-badge.tsx";

const COLUMNS: { label: string; sort?: SortKey; isNumber?: true }[] = [
  { label: "Reference", sort: "reference" },
  { label: "Client", sort: "client" },
  { label: "Referrer Email", sort: "email" },
  { label: "Assessments" },
  { label: "Total", sort: "total", isNumber: true },
  { label: "Status", sort: "status" },
  { label: "Date", sort: "date" },
];

export function BookingsTable(props: {
  view: DashboardView;
  bookings: BookingListItem[];
  /** Null when there are too many to count. */
  matchCount: number | null;
  isAtStart: boolean;
  isAtEnd: boolean;
}) {
  const { view, bookings, matchCount } = props;
  if (bookings.length === 0) return <p className="card">No bookings found</p>;
  return (
    <>
      <table className="table is-stacked is-bookings">
        <caption>
          {bookings.length === matchCount
            ? `${matchCount} ${matchCount === 1 ? "booking" : "bookings"}`
            : `${bookings.length} of ${matchCount ?? "many"} bookings`}
        </caption>
        <thead>
          <tr>
            {COLUMNS.map((column) => (
              <ColumnHeading key={column.label} view={view} {...column} />
            ))}
          </tr>
        </thead>
        <tbody>
          {bookings.map((booking) => (
            <BookingRow key={booking.id} booking={booking} />
          ))}
        </tbody>
      </table>
      <nav aria-label="Pages of bookings" className="actions">
        {props.isAtStart ? null : (
          <Link rel="prev" to={dashboardQuery(view, { before: bookings[0]!.id, after: null }) || "."}>
            Previous page
          </Link>
        )}
        {props.isAtEnd ? null : (
          <Link rel="next" to={dashboardQuery(view, { after: bookings.at(-1)!.id, before: null })}>
            Next page
          </Link>
        )}
      </nav>
    </>
  );
}

function ColumnHeading(props: { view: DashboardView; label: string; sort?: SortKey; isNumber?: true }) {
  const { view, label, sort, isNumber } = props;
  const isSorted = sort === view.sort;
  const order = view.direction === "asc" ? "ascending" : "descending";
  return (
    <th scope="col" className={isNumber && "is-number"} aria-sort={isSorted ? order : undefined}>
      {sort ? (
        <Link to={`/admin/dashboard${sortQuery(view, sort)}`} preventScrollReset>
          {label}
          {isSorted ? <span aria-hidden="true">{view.direction === "asc" ? " ↑" : " ↓"}</span> : null}
        </Link>
      ) : (
        label
      )}
    </th>
  );
}

function BookingRow({ booking }: { booking: BookingListItem }) {
  const client = [booking.client_first_name, booking.client_last_name].filter(Boolean).join(" ");
  const isOnRequest = booking.total_pence === 0 && booking.assessments.length > 0;
  return (
    <tr>
      <th scope="row" data-label="Reference">
        <Link className="whitespace-nowrap" to={`/admin/bookings/${booking.id}`}>
          {booking.reference}
        </Link>
      </th>
      <td data-label="Client">{client || "Not provided yet"}</td>
      <td data-label="Referrer Email">
        <span className="booking-referrer">
          <span>
            {booking.referrer_email}
            {booking.referrer_organisation ? `, ${booking.referrer_organisation}` : null}
          </span>
          {booking.referrer_phone ? (
            <a
              className="whitespace-nowrap"
              href={`tel:${booking.referrer_country_code}${booking.referrer_phone}`}
            >
              {booking.referrer_country_code} {booking.referrer_phone}
            </a>
          ) : null}
        </span>
      </td>
      <td data-label="Assessments">
        {booking.preferred_date ? `${formatShortDate(booking.preferred_date)}: ` : null}
        {booking.assessments.join(", ")}
      </td>
      <td data-label="Total" className="is-number">
        {priceText(isOnRequest ? null : booking.total_pence)}
      </td>
      <td data-label="Status">
        <StatusBadge status={booking.status} />
      </td>
      <td data-label="Date">{formatInstantDay(booking.created_at)}</td>
    </tr>
  );
}
