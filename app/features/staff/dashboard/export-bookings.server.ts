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
  STANDING_LABELS,
  standingOf,
  standingPence,
} from "#app/features/billing/invoice-standing.ts";
import { formatInstantDay, formatShortDate, londonDate, type IsoDate } from "#app/platform/dates.ts";
import type { GivenBilling } from "#app/features/booking/money/billing.ts";
import { billingByBooking } from "#app/features/booking/record/queries.server.ts";
import { csvFile, linesInPieces } from "#app/kit/csv.server.ts";
import type { ListColumn } from "#app/ui/list.tsx";
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

type Exported = BookingListItem & {
  invoice: BookingInvoice | undefined;
  today: IsoDate;
  owner: string | undefined;
  day: BookingDay | undefined;
  visit: LatestVisit | undefined;
  billing: GivenBilling | undefined;
  stage: BookingStage | undefined;
};

const ofInvoice =
  (cell: (invoice: BookingInvoice, today: IsoDate) => string | null) =>
  ({ invoice, today }: Exported) =>
    invoice && cell(invoice, today);

const dayOf = (instant: string | null) => instant && formatInstantDay(instant);
const shortDay = (day: IsoDate | null | undefined) => day && formatShortDate(day);

/** How firm the assessment's date is. */
const DAY_WORDS: Record<BookingDay["as"], string> = { visit: "Visit", confirmed: "Confirmed", wish: "Wish" };

const COLUMNS: ListColumn<Exported>[] = [
  { name: "Reference", csv: ({ reference }) => reference },
  { name: "Client", csv: clientName },
  { name: "Referrer", csv: referrerName },
  { name: "Referrer Email", csv: ({ referrer_email }) => referrer_email },
  { name: "Assessments", csv: ({ assessments }) => assessments.join("; ") },
  // Empty while everything is priced on request.
  { name: "Total", pence: ({ total_pence }) => (total_pence > 0 ? total_pence : null) },
  { name: "Status", csv: ({ status }) => statusLabel(status) },
  { name: "Date", csv: ({ created_at }) => dayOf(created_at) },
  { name: "Assessment Date", csv: ({ day }) => shortDay(day?.day) },
  { name: "Organisation", csv: ({ referrer_organisation }) => referrer_organisation },
  { name: "Phone", csv: phone },
  { name: "Owner", csv: ({ owner }) => owner },
  { name: "Contact Due", csv: ({ awaits_contact_since }) => dayOf(awaits_contact_since) },
  { name: "How It Came", csv: ({ channel }) => channel && CHANNEL_WORDS[channel] },
  { name: "Invoice", csv: ofInvoice(({ number }) => number) },
  { name: "Invoice Total", pence: ({ invoice }) => (invoice ? standingPence(invoice) : null) },
  { name: "Invoice Due", csv: ofInvoice((invoice) => formatShortDate(dueDayOf(invoice))) },
  { name: "Payment", csv: ofInvoice((invoice, today) => STANDING_LABELS[standingOf(invoice, today)]) },
  { name: "To Pay", pence: ({ invoice }) => (invoice ? openPence(invoice) : null) },
  { name: "Paid On", csv: ({ invoice }) => shortDay(invoice?.paidOn) },
  { name: "Stage", csv: ({ stage }) => stage && STAGE_LABELS[stage.stage] },
  { name: "Next", csv: ({ stage }) => stage?.next.label },
  { name: "Date Is", csv: ({ day }) => day && DAY_WORDS[day.as] },
  { name: "Preferred Date", csv: ({ preferred_date }) => shortDay(preferred_date) },
  { name: "Visit Date", csv: ({ visit }) => shortDay(visit?.day) },
  { name: "Visit Time", csv: ({ visit }) => visit?.hours },
  { name: "Assessor", csv: ({ visit }) => visit?.assessor },
  { name: "PO Number", csv: ({ billing }) => billing?.poNumber },
  { name: "Matter Reference", csv: ({ billing }) => billing?.matterReference },
  { name: "Billing Name", csv: ({ billing }) => billing?.billingName },
  { name: "Billing Email", csv: ({ billing }) => billing?.billingEmail },
];

/** The brackets keep a spreadsheet from reading the plus sign as a formula. */
function phone({ referrer_country_code: code, referrer_phone_as_typed: typed }: BookingListItem): string {
  return typed ? dialledNumber(typed, code).replace(code, `(${code}) `) : "";
}

async function* inFull(deps: Deps, view: DashboardView, viewerId: string) {
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
    yield bookings.map((booking): Exported => ({
      ...booking,
      today,
      owner: owners.get(booking.owner_id ?? ""),
      invoice: invoices.get(booking.id),
      day: days.get(booking.id) ?? undefined,
      visit: visits.get(booking.id),
      billing: billing.get(booking.id),
      stage: stages.get(booking.id),
    }));
    if (isAtEnd) return;
    page = { ...page, after: bookings.at(-1)!.id };
  }
}

/** The bookings of a view as CSV, in pieces, audited before the first. Stops when the reader is gone. */
export async function exportBookings(deps: Deps, view: DashboardView, by: ActedByRequest) {
  await recordAudit(deps, by, "bookings.exported", ["bookings", "all"]);
  const name = `bookings-${londonDate(deps.clock.now())}.csv`;
  return csvFile(name, linesInPieces(COLUMNS, inFull(deps, view, by.actor.id ?? "")));
}
