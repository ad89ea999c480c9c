import { pipeline, Readable } from "node:stream";
import { stringify } from "csv-stringify";
import { recordAudit, type Actor } from "#app/features/audit/record-audit.server.ts";
import type { Deps } from "#app/deps.server.ts";
import { formatInstantDay } from "#app/platform/dates.ts";
import { toPounds } from "#app/platform/money.ts";
import { listBookings, type BookingListItem } from "./dashboard-queries.server.ts";
import type { DashboardView } from "./dashboard-view.ts";
import { statusLabel } from "#app/features/booking/status.ts";

const ROWS_AT_ONCE = 500;

const COLUMNS = [
  "Reference",
  "Client",
  "Referrer",
  "Referrer Email",
  "Assessments",
  "Total (GBP)",
  "Status",
  "Date",
];

function toRow(booking: BookingListItem): string[] {
  return [
    booking.reference,
    [booking.client_first_name, booking.client_last_name].filter(Boolean).join(" "),
    `${booking.referrer_first_name} ${booking.referrer_last_name}`,
    booking.referrer_email,
    booking.assessments.join("; "),
    toPounds(booking.total_pence).toFixed(2),
    statusLabel(booking.status),
    formatInstantDay(booking.created_at),
  ];
}

async function* rows(deps: Pick<Deps, "db">, view: DashboardView): AsyncGenerator<string[]> {
  let page: DashboardView = { ...view, after: null, before: null };
  for (;;) {
    const { bookings, isAtEnd } = await listBookings(deps.db, page, { size: ROWS_AT_ONCE });
    yield* bookings.map(toRow);
    if (isAtEnd) return;
    page = { ...page, after: bookings.at(-1)!.id };
  }
}

/**
 * What a view lets through, as CSV in pieces (UTF-8 with a byte-order mark, for spreadsheets). Text that a
 * spreadsheet would run as a formula is made harmless. The export is audited before the first piece.
 */
export async function exportBookings(
  deps: Pick<Deps, "db" | "clock" | "ids">,
  view: DashboardView,
  by: { actor: Actor; requestId: string },
): Promise<ReadableStream<Uint8Array>> {
  await recordAudit(deps.db, deps, {
    actor: by.actor,
    action: "bookings.exported",
    subject: { kind: "bookings", id: "all" },
    requestId: by.requestId,
  });
  const csv = stringify({
    header: true,
    columns: COLUMNS,
    bom: true,
    escape_formulas: true,
    record_delimiter: "windows",
  });
  // A failed query destroys `csv` with its error, which breaks the download off: half a file never looks whole.
  pipeline(rows(deps, view), csv, () => {});
  return Readable.toWeb(csv) as ReadableStream<Uint8Array>;
}
