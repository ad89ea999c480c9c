import type { Deps } from "#app/deps.server.ts";
import { BY_SYSTEM, recordAudit } from "#app/features/audit/record-audit.server.ts";
import { DocumentStoreDown } from "#app/integrations/document-store/document-store.ts";
import type { ScanResult } from "#app/integrations/virus-scanner/virus-scanner.ts";
import { transact } from "#app/platform/database.server.ts";
import { describeError } from "#app/platform/log.server.ts";
import { openFrames } from "#app/platform/sealed-frames.server.ts";
import { findDocumentRow, keyOf } from "./document-rows.server.ts";
import { nameOfDocument } from "./kinds.ts";
import type { DocumentRow } from "./tables.ts";
import { assessorsById } from "#app/features/assessors/assessors.server.ts";
import { isErased } from "#app/features/booking/record/erase-booking.server.ts";
import { findBooking } from "#app/features/booking/record/find-booking.server.ts";
import { enqueueMail } from "#app/features/outbox/enqueue-mail.server.ts";
import { visitsOfBooking } from "#app/features/visits/record/find-visits.server.ts";
import { londonDate } from "#app/platform/dates.ts";

type Infected = Pick<DocumentRow, "booking_id" | "purpose" | "uploaded_by_kind" | "uploaded_by_id">;

/** Queues mails about a file in which a virus was found: to whoever sent it, and to the practice. One a day (London) to
 * each for any number of a booking's papers, and one for its reports. */
async function tellOfVirus(deps: Deps, file: Infected): Promise<void> {
  const booking = await findBooking(deps.db, file.booking_id);
  if (!booking || isErased(booking)) return;
  const { id: bookingId } = booking;
  const { uploaded_by_kind: kind, uploaded_by_id: senderId } = file;
  const pages = { paper: "documents", report: "report", receipt: "expenses", order: "questions" } as const;
  const page = pages[file.purpose];
  const keyFor = (reader: string) => `virus:${bookingId}:${page}:${reader}:${londonDate(deps.clock.now())}`;
  await enqueueMail(deps, {
    topic: "virus-notice",
    to: deps.settings.current().company.email,
    bookingId,
    dedupeKey: keyFor("office"),
    payload: { path: page === "expenses" ? "/admin/pay" : `/admin/bookings/${bookingId}/${page}` },
  });
  // An order comes from a recipient of a report, who need not be the referrer.
  if ((kind === "visitor" || kind === "customer") && file.purpose !== "order") {
    await enqueueMail(deps, {
      topic: "virus-found",
      to: booking.referrer_email,
      bookingId,
      dedupeKey: keyFor("referrer"),
      payload: {},
    });
  }
  if (kind !== "assessor" || senderId === null || page === "questions") return;
  const assessor = (await assessorsById(deps, [senderId])).get(senderId);
  const visits = await visitsOfBooking(deps, bookingId);
  const visit = visits.findLast(({ assessor_id }) => assessor_id === senderId);
  if (!assessor || !visit) return;
  await enqueueMail(deps, {
    topic: "assessor-virus-found",
    to: assessor.email,
    bookingId,
    dedupeKey: keyFor(senderId),
    payload: { assessorId: senderId, page },
  });
}

/** `not-checked`: there is no such document, no checker, or the file itself cannot be read. `not-working`: the scanner
 * failed. */
type Checked = "clean" | "infected" | "not-checked" | "not-working";

/** Null, with a line in the log, for a file that is missing or damaged. */
async function scanFile(deps: Deps, row: DocumentRow): Promise<ScanResult | null> {
  try {
    const content = openFrames(keyOf(deps.secrets, row), row.id, await deps.documents.read(row.id));
    return await deps.scanner!.scan(content);
  } catch (error) {
    if (error instanceof DocumentStoreDown) throw error;
    deps.log.error("a document cannot be read", { file: row.id, ...describeError(error) });
    return null;
  }
}

/** Has the virus checker look at a stored file. An infected file is deleted; its row stays, so that the same file is
 * refused again. Its sender and the practice get a mail, unless the sender waits for the answer. Without a verdict the
 * state stays as it is. */
export async function scanDocument(
  deps: Deps,
  documentId: string,
  { isSenderWaiting = false } = {},
): Promise<Checked> {
  const row = await findDocumentRow(deps.db, documentId);
  if (!row || !deps.scanner) return "not-checked";
  if (row.scan === "infected") return "infected";
  const result = await scanFile(deps, row);
  if (!result) return "not-checked";
  if (result.kind === "not-working") {
    deps.log.warn(`the virus checker does not work: ${result.reason}`);
    return "not-working";
  }
  const { kind: scan } = result;
  const isInfected = scan === "infected";
  await transact(deps, async (inside) => {
    const scanned_at = deps.clock.now().toISOString();
    const scan_signature = isInfected ? result.signature : null;
    const { numUpdatedRows } = await inside.db
      .updateTable("documents")
      .set({ scan, scanned_at, scan_signature })
      .where("id", "=", row.id)
      .where("scan", "!=", "infected")
      .executeTakeFirst();
    if (!isInfected || numUpdatedRows !== 1n) return;
    const note = nameOfDocument(row);
    await recordAudit(inside, BY_SYSTEM, "document.infected", ["booking", row.booking_id], { note });
    if (!isSenderWaiting) await tellOfVirus(inside, row);
  });
  // A file that stays is removed by night.
  if (isInfected) await deps.documents.remove(row.id).catch(() => {});
  return scan;
}

/** Passes over a file that cannot be checked, and ends where the checker does not answer at all. Returns how
 * many were checked. */
async function scanEach(deps: Deps, rows: readonly { id: string }[], isStopping = () => false) {
  let count = 0;
  for (const { id } of rows) {
    if (isStopping()) break;
    const checked = await scanDocument(deps, id);
    if (checked === "not-working" && (await deps.scanner!.problem()) !== null) break;
    if (checked === "clean" || checked === "infected") count += 1;
  }
  return count;
}

const DAY_MS = 86_400_000;
const RESCAN_DAYS = 30;
const MAX_AT_ONCE = 500;

/** Checks what was not checked yet, and again what came within 30 days: signatures of new viruses are late. The longest
 * unchecked come first. Returns how many were checked. */
export async function scanRecent(deps: Deps, isStopping?: () => boolean): Promise<number> {
  if (!deps.scanner || (await deps.scanner.problem()) !== null) return 0;
  const now = deps.clock.now().getTime();
  const since = new Date(now - RESCAN_DAYS * DAY_MS).toISOString();
  const rows = await deps.db
    .selectFrom("documents")
    .select("id")
    .where((eb) =>
      eb.or([
        eb("scan", "in", ["waiting", "unchecked"]),
        eb.and([eb("scan", "=", "clean"), eb("created_at", ">=", since)]),
      ]),
    )
    .orderBy("scanned_at", (order) => order.asc().nullsFirst())
    .orderBy("created_at")
    .orderBy("id")
    .limit(MAX_AT_ONCE)
    .execute();
  return scanEach(deps, rows, isStopping);
}

/** Checks what waits for the checker, the oldest first. Returns how many were checked. */
export async function scanWaiting(deps: Deps, isStopping?: () => boolean): Promise<number> {
  if (!deps.scanner) return 0;
  const rows = await deps.db
    .selectFrom("documents")
    .select("id")
    .where("scan", "=", "waiting")
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  return scanEach(deps, rows, isStopping);
}
