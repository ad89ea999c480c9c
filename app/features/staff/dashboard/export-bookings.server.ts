import { stringify } from "csv-stringify/sync";
import { findUserNames } from "#app/features/accounts/session/queries.server.ts";
import { recordAudit, type ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import type { Deps } from "#app/deps.server.ts";
import type { BookingDay } from "#app/features/visits/record/booking-day.ts";
import { bookingDays } from "#app/features/visits/record/booking-days.server.ts";
import { latestVisits, type LatestVisit } from "#app/features/visits/record/visits-of-list.server.ts";
import { invoicesByBooking, type BookingInvoice } from "#app/features/billing/invoice-state.server.ts";
import {
  dueDayOf,
  openPence,
  standingLabel,
  standingOf,
  standingPence,
} from "#app/features/billing/invoice-standing.ts";
import { formatInstantDay, formatShortDate, londonDate, type IsoDate } from "#app/platform/dates.ts";
import type { GivenBilling } from "#app/features/booking/money/billing.ts";
import { billingByBooking } from "#app/features/booking/record/queries.server.ts";
import { inPieces } from "#app/platform/in-pieces.server.ts";
import { toPounds } from "#app/platform/money.ts";
import { dialledNumber } from "#app/platform/phone-number.ts";
import { listBookings, type BookingListItem } from "./dashboard-queries.server.ts";
import { readSearch } from "./dashboard-search.server.ts";
import type { DashboardView } from "./dashboard-view.ts";
import { clientName, referrerName } from "./names.ts";
import { CHANNEL_WORDS } from "#app/features/booking/fields/reference-lists.ts";
import { statusLabel } from "#app/features/booking/fields/status.ts";
import { readMoment } from "#app/features/stage/facts.server.ts";
import { readStages, type BookingStage } from "#app/features/stage/read-stages.server.ts";
import { STAGE_LABELS } from "#app/features/stage/stage.ts";

/** So few that one piece takes a few milliseconds: other requests are answered between two. */
const ROWS_AT_ONCE = 250;

type Beside = {
  owners: Map<string, string>;
  invoice: BookingInvoice | undefined;
  today: IsoDate;
  day: BookingDay | null;
  visit: LatestVisit | undefined;
  billing: GivenBilling | undefined;
  stage: BookingStage | undefined;
};

type Cell = (booking: BookingListItem, beside: Beside) => string;

const ofInvoice =
  (cell: (invoice: BookingInvoice, today: IsoDate) => string): Cell =>
  (_booking, { invoice, today }) =>
    invoice ? cell(invoice, today) : "";

const inPounds = (pence: number) => toPounds(pence).toFixed(2);

/** How firm the assessment's date is. */
const DAY_WORDS: Record<BookingDay["as"], string> = { visit: "Visit", confirmed: "Confirmed", wish: "Wish" };

const COLUMNS: [name: string, cell: Cell][] = [
  ["Reference", (booking) => booking.reference],
  ["Client", clientName],
  ["Referrer", referrerName],
  ["Referrer Email", (booking) => booking.referrer_email],
  ["Assessments", (booking) => booking.assessments.join("; ")],
  // Empty while everything is priced on request.
  ["Total (GBP)", ({ total_pence }) => (total_pence > 0 ? toPounds(total_pence).toFixed(2) : "")],
  ["Status", (booking) => statusLabel(booking.status)],
  ["Date", (booking) => formatInstantDay(booking.created_at)],
  ["Assessment Date", (_booking, { day }) => (day ? formatShortDate(day.day) : "")],
  ["Organisation", (booking) => booking.referrer_organisation ?? ""],
  ["Phone", phone],
  ["Owner", ({ owner_id }, { owners }) => (owner_id && owners.get(owner_id)) ?? ""],
  [
    "Contact Due",
    (booking) => (booking.awaits_contact_since ? formatInstantDay(booking.awaits_contact_since) : ""),
  ],
  ["How It Came", ({ channel }) => (channel ? CHANNEL_WORDS[channel] : "")],
  ["Invoice", ofInvoice(({ number }) => number ?? "")],
  ["Invoice Total (GBP)", ofInvoice((invoice) => inPounds(standingPence(invoice)))],
  ["Invoice Due", ofInvoice((invoice) => formatShortDate(dueDayOf(invoice)))],
  ["Payment", ofInvoice((invoice, today) => standingLabel(standingOf(invoice, today)))],
  ["To Pay (GBP)", ofInvoice((invoice) => inPounds(openPence(invoice)))],
  ["Paid On", ofInvoice(({ paidOn }) => (paidOn ? formatShortDate(paidOn) : ""))],
  ["Stage", (_booking, { stage }) => (stage ? STAGE_LABELS[stage.stage] : "")],
  ["Next", (_booking, { stage }) => stage?.next.label ?? ""],
  ["Date Is", (_booking, { day }) => (day ? DAY_WORDS[day.as] : "")],
  ["Preferred Date", ({ preferred_date }) => (preferred_date ? formatShortDate(preferred_date) : "")],
  ["Visit Date", (_booking, { visit }) => (visit ? formatShortDate(visit.day) : "")],
  ["Visit Time", (_booking, { visit }) => visit?.hours ?? ""],
  ["Assessor", (_booking, { visit }) => visit?.assessor ?? ""],
  ["PO Number", (_booking, { billing }) => billing?.poNumber ?? ""],
  ["Matter Reference", (_booking, { billing }) => billing?.matterReference ?? ""],
  ["Billing Name", (_booking, { billing }) => billing?.billingName ?? ""],
  ["Billing Email", (_booking, { billing }) => billing?.billingEmail ?? ""],
];

/** The brackets keep a spreadsheet from reading the plus sign as a formula. */
function phone({ referrer_country_code: code, referrer_phone_as_typed: typed }: BookingListItem): string {
  return typed ? dialledNumber(typed, code).replace(code, `(${code}) `) : "";
}

function toCsv(rows: string[][], isFirst: boolean): string {
  return stringify(isFirst ? [COLUMNS.map(([name]) => name), ...rows] : rows, {
    bom: isFirst,
    escape_formulas: true,
    record_delimiter: "windows",
  });
}

async function* pieces(deps: Deps, view: DashboardView, viewerId: string): AsyncGenerator<string, void> {
  let page: DashboardView = { ...view, after: null, before: null };
  const search = await readSearch(deps.db, view.search, deps.secrets);
  const moment = await readMoment(deps);
  const narrowed = { size: ROWS_AT_ONCE, search, viewerId, moment };
  for (;;) {
    const { bookings, isAtEnd } = await listBookings(deps.db, page, narrowed);
    const ownerIds = bookings.map(({ owner_id }) => owner_id);
    const owners = await findUserNames(deps, ownerIds);
    const ids = bookings.map(({ id }) => id);
    const visits = await latestVisits(deps, ids);
    const days = await bookingDays(deps, bookings);
    const invoices = await invoicesByBooking(deps, ids);
    const billing = await billingByBooking(deps, ids);
    const stages = await readStages(deps, ids, moment);
    const today = londonDate(deps.clock.now());
    const rowOf = (booking: BookingListItem) =>
      COLUMNS.map(([, cell]) =>
        cell(booking, {
          ...{ owners, today },
          invoice: invoices.get(booking.id),
          day: days.get(booking.id) ?? null,
          visit: visits.get(booking.id),
          billing: billing.get(booking.id),
          stage: stages.get(booking.id),
        }),
      );
    yield toCsv(bookings.map(rowOf), page.after === null);
    if (isAtEnd) return;
    page = { ...page, after: bookings.at(-1)!.id };
  }
}

/** The bookings of a view as CSV, in pieces (UTF-8 with a byte-order mark). Text that a spreadsheet would run as a
 * formula is made harmless. Audited before the first piece. Stops when the reader is gone. */
export async function exportBookings(deps: Deps, view: DashboardView, by: ActedByRequest) {
  await recordAudit(deps, by, "bookings.exported", ["bookings", "all"]);
  return inPieces(pieces(deps, view, by.actor.id ?? ""));
}
