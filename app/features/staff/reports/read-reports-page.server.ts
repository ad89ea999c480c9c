import type { Deps } from "#app/deps.server.ts";
import type { BookingStatus } from "#app/features/booking/fields/status.ts";
import {
  countStages,
  finishedReports,
  openReports,
  type OpenReport,
} from "#app/features/report/list-reports.server.ts";
import { REPORT_FILTERS, type ReportFilter, type ReportStage } from "#app/features/report/report-list.ts";
import { reportsToReadAgain } from "#app/features/report/samples.server.ts";
import { bookedByWords, clientName } from "#app/features/staff/dashboard/names.ts";
import { bookingsById } from "#app/features/staff/dashboard/read-dashboard.server.ts";
import { latestVisits } from "#app/features/visits/record/visits-of-list.server.ts";
import { deadlineNotes, type Deadline } from "#app/features/referral/deadlines.ts";
import { filterAsked } from "#app/kit/pages.ts";
import { formatInstantDay, londonDate, type IsoDate } from "#app/platform/dates.ts";

const PAGE_SIZE = 25;

/** A page number from 1. */
function readPageNumber(value: string | null): number {
  const page = Number(value);
  return Number.isInteger(page) && page > 0 && page < 10_000 ? page : 1;
}

type Listed = {
  id: string;
  bookingId: string;
  stage: ReportStage | "again";
  about: string;
  dueOn?: IsoDate | null;
  deadlines?: readonly Deadline[];
  /** The day on which the office calls a recipient who has not confirmed the receipt. */
  callOn?: IsoDate | null;
};

/** `Sent 26/11/2026 to 2 recipients, downloaded by 1` */
function deliveryInWords({
  openCount,
  downloadedCount,
  sentAt,
}: NonNullable<OpenReport["delivery"]>): string {
  const sent = sentAt ? `Sent ${formatInstantDay(sentAt)} to` : "To";
  const downloaded = downloadedCount > 0 ? `, downloaded by ${downloadedCount}` : "";
  return `${sent} ${openCount} ${openCount === 1 ? "recipient" : "recipients"}${downloaded}`;
}

async function listOpen(deps: Deps, show: ReportFilter) {
  const all = await openReports(deps);
  const again = await reportsToReadAgain(deps);
  const wanted = show === "open" ? all : all.filter(({ stage }) => stage === show);
  const rows = wanted.map(({ delivery, actOn, ...report }): Listed => {
    const isSent = report.stage === "sent" || report.stage === "not-received";
    const about = delivery ? deliveryInWords(delivery) : "";
    return { ...report, id: report.bookingId, about, callOn: isSent ? actOn : null };
  });
  const counts: Partial<Record<ReportFilter, number>> = { ...countStages(all), again: again.length };
  return show === "again"
    ? { rows: again.map((one): Listed => ({ ...one, stage: "again" })), counts }
    : { rows, counts };
}

/** One page of the list of reports, as the address says: `show`, `page`. */
export async function readReportsPage(deps: Deps, url: URL) {
  const show = filterAsked(url, REPORT_FILTERS);
  const number = readPageNumber(url.searchParams.get("page"));
  const offset = (number - 1) * PAGE_SIZE;
  const { rows, counts } = await listOpen(deps, show);
  const finished = show === "finished" ? await finishedReports(deps, { offset, limit: PAGE_SIZE + 1 }) : null;
  const found = finished
    ? finished.map(({ id, bookingId, version, receivedAt }): Listed => ({
        id,
        bookingId,
        stage: "finished",
        about: `Version ${version}, ${receivedAt ? `received ${formatInstantDay(receivedAt)}` : "receipt not confirmed"}`,
      }))
    : rows.slice(offset);
  const listed = found.slice(0, PAGE_SIZE);
  const ids = [...new Set(listed.map(({ bookingId }) => bookingId))];
  const bookings = await bookingsById(deps.db, ids);
  const visits = await latestVisits(deps, ids);
  const today = londonDate(deps.clock.now());
  return {
    show,
    counts,
    openCount: rows.length,
    page: number,
    hasNext: found.length > PAGE_SIZE,
    reports: listed.flatMap(({ bookingId, dueOn = null, callOn = null, deadlines = [], ...report }) => {
      const booking = bookings.get(bookingId);
      if (!booking) return [];
      const visit = visits.get(bookingId);
      return [
        {
          ...report,
          bookingId,
          dueOn,
          callOn,
          reference: booking.reference,
          client: booking.referrer_email ? clientName(booking) || "Client not given" : "Erased",
          bookedBy: booking.referrer_email ? bookedByWords(booking) : "",
          status: booking.status as BookingStatus,
          visit: visit ? { day: visit.day, assessor: visit.assessor } : null,
          isLate: dueOn !== null && dueOn < today,
          deadlines: deadlineNotes(deadlines, today),
        },
      ];
    }),
  };
}

export type ReportsPage = Awaited<ReturnType<typeof readReportsPage>>;
