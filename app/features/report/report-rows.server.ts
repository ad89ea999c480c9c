import { byIds } from "#app/kit/pieces.server.ts";
import type { Executor } from "#app/platform/database.server.ts";
import { sealedColumn, sealedJsonColumn, type Secrets } from "#app/platform/secrets.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import type { ReviewCode } from "./report-words.ts";
import { checkCodeOf } from "./check-codes.server.ts";
import type { DeliveryRow, HoldRow, RecipientRow, ReportRow } from "./tables.ts";

/** Texts that are sealed with a report: the page's forms show them, and the export has them, by their names. */
type ReportDetails = {
  declaredName: string;
  returnNote?: string;
  withdrawReason?: string;
};
export type Addressee = { name: string; email: string };

export const sealedReport = sealedJsonColumn<ReportDetails>("reports", "details_sealed");
/** The text and the conclusions of a report that was written here, in the form that its writer gave them. */
export const sealedContent = sealedJsonColumn<object>("reports", "content_sealed");
export const sealedOutcomes = sealedJsonColumn<object>("reports", "outcomes_sealed");
export const sealedRecipient = sealedJsonColumn<Addressee>("report_recipients", "details_sealed");
export const sealedDelivery = sealedJsonColumn<Addressee>("report_deliveries", "details_sealed");
export const sealedReceivedBy = sealedColumn("report_deliveries", "received_by_sealed");
/** The author's answer to a reader's comment, or why the office did without one. */
export const sealedCommentAnswer = sealedColumn("report_comments", "answer_sealed");
export const sealedHoldNote = sealedColumn("report_holds", "note_sealed");

type ReadDeps = { db: Executor; secrets: Secrets };

function toReport(secrets: Secrets, { details_sealed, decisions, ...stored }: ReportRow) {
  const { content_sealed: _content, outcomes_sealed: _outcomes, ...row } = stored;
  const details = sealedReport.decrypt(secrets, row.id, details_sealed);
  const { booking_id: bookingId, version } = row;
  const checkCode = row.check_code ?? checkCodeOf(secrets, { bookingId, version });
  return { ...row, ...details, details, checkCode, decisions: JSON.parse(decisions) as string[] };
}

export type Report = ReturnType<typeof toReport>;

/** Changes columns of a report, and texts that are sealed with it; the others stay. */
export async function updateReport(
  { db, secrets }: ReadDeps,
  { id, details }: Report,
  { texts, ...columns }: Partial<ReportRow> & { texts?: Partial<ReportDetails> },
) {
  const details_sealed = sealedReport.encrypt(secrets, id, { ...details, ...texts });
  await db
    .updateTable("reports")
    .set(texts ? { ...columns, details_sealed } : columns)
    .where("id", "=", id)
    .execute();
}

/** The newest version first. */
export async function reportsOfBooking(deps: ReadDeps, bookingId: string): Promise<Report[]> {
  const rows = await deps.db
    .selectFrom("reports")
    .selectAll()
    .where("booking_id", "=", bookingId)
    .orderBy("version", "desc")
    .execute();
  return rows.map((row) => toReport(deps.secrets, row));
}

export async function findReport(deps: ReadDeps, id: string): Promise<Report | null> {
  const row = await deps.db.selectFrom("reports").selectAll().where("id", "=", id).executeTakeFirst();
  return row ? toReport(deps.secrets, row) : null;
}

/** Codes of reviewers on these reports: of their return, or of the reading after release. */
export async function reviewCodes(
  db: Executor,
  reportIds: readonly string[],
  { isAfterRelease = false } = {},
): Promise<Map<string, ReviewCode[]>> {
  const rows = await byIds(reportIds, (piece) =>
    db
      .selectFrom("review_findings")
      .select(["report_id", "code"])
      .where("report_id", "in", piece)
      .where("is_after_release", "=", isAfterRelease ? 1 : 0)
      .execute(),
  );
  const found = Map.groupBy(rows, ({ report_id }) => report_id);
  return new Map([...found].map(([id, own]) => [id, own.map(({ code }) => code)]));
}

const REFERRER_COLUMNS = ["referrer_first_name", "referrer_last_name", "referrer_email"] as const;
type Referrer = Pick<BookingRow, (typeof REFERRER_COLUMNS)[number]>;

/** A booking's referrer as a recipient. */
export const referrerOf = (booking: Referrer): Addressee => ({
  name: `${booking.referrer_first_name} ${booking.referrer_last_name}`,
  email: booking.referrer_email,
});

function toDelivery(secrets: Secrets, stored: DeliveryRow & Referrer) {
  const { details_sealed, received_by_sealed, ...columns } = stored;
  const { referrer_first_name: _first, referrer_last_name: _last, referrer_email: _email, ...row } = columns;
  const released = sealedDelivery.decrypt(secrets, row.id, details_sealed);
  return {
    ...row,
    ...(row.role === "referrer" ? referrerOf(stored) : released),
    /** The address at the release. */
    releasedTo: released.email,
    receivedBy: received_by_sealed && sealedReceivedBy.decrypt(secrets, row.id, received_by_sealed),
  };
}

export type Delivery = ReturnType<typeof toDelivery>;

const selectDeliveries = (executor: Executor) =>
  executor
    .selectFrom("report_deliveries")
    .innerJoin("reports", "reports.id", "report_deliveries.report_id")
    .innerJoin("bookings", "bookings.id", "reports.booking_id")
    .selectAll("report_deliveries")
    .select(REFERRER_COLUMNS);

export async function findDelivery(deps: ReadDeps, id: string): Promise<Delivery | null> {
  const row = await selectDeliveries(deps.db).where("report_deliveries.id", "=", id).executeTakeFirst();
  return row ? toDelivery(deps.secrets, row) : null;
}

/** Deliveries of all versions, the oldest first. */
export async function deliveriesOf(deps: ReadDeps, reportIds: readonly string[]): Promise<Delivery[]> {
  if (reportIds.length === 0) return [];
  const rows = await byIds(reportIds, (piece) =>
    selectDeliveries(deps.db)
      .where("report_deliveries.report_id", "in", piece)
      .orderBy("report_deliveries.created_at")
      .orderBy("report_deliveries.id")
      .execute(),
  );
  return rows.map((row) => toDelivery(deps.secrets, row));
}

/** Addresses are compared without capitals. */
export const isSameAddress = (one: Pick<Addressee, "email">, other: Pick<Addressee, "email">) =>
  one.email.toLowerCase() === other.email.toLowerCase();

/** Deliveries of a booking's released reports whose links staff have not ended. */
export async function liveDeliveries(deps: ReadDeps, bookingId: string): Promise<Delivery[]> {
  const rows = await selectDeliveries(deps.db)
    .where("reports.booking_id", "=", bookingId)
    .where("reports.state", "=", "released")
    .where("report_deliveries.ended_at", "is", null)
    .execute();
  return rows.map((row) => toDelivery(deps.secrets, row));
}

function toRecipient(secrets: Secrets, { details_sealed, ...row }: RecipientRow) {
  return { ...row, ...sealedRecipient.decrypt(secrets, row.id, details_sealed) };
}

export async function recipientsOf(deps: ReadDeps, bookingId: string) {
  const rows = await deps.db
    .selectFrom("report_recipients")
    .selectAll()
    .where("booking_id", "=", bookingId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  return rows.map((row) => toRecipient(deps.secrets, row));
}

/** The recipients named on all bookings of an organisation. */
export async function recipientsOfOrganisation(deps: ReadDeps, organisationId: string) {
  const rows = await deps.db
    .selectFrom("report_recipients")
    .innerJoin("bookings", "bookings.id", "report_recipients.booking_id")
    .selectAll("report_recipients")
    .where("bookings.organisation_id", "=", organisationId)
    .execute();
  return rows.map((row) => toRecipient(deps.secrets, row));
}

function toHold(secrets: Secrets, { note_sealed, ...row }: HoldRow) {
  return { ...row, note: note_sealed === null ? "" : sealedHoldNote.decrypt(secrets, row.id, note_sealed) };
}

/** Holds of a booking's reports, those that were lifted included. */
export async function everyHoldOf(deps: ReadDeps, bookingId: string) {
  const rows = await deps.db
    .selectFrom("report_holds")
    .selectAll()
    .where("booking_id", "=", bookingId)
    .orderBy("placed_at")
    .orderBy("id")
    .execute();
  return rows.map((row) => toHold(deps.secrets, row));
}

/** Holds that were not lifted. */
export async function holdsOf(deps: ReadDeps, bookingId: string) {
  return (await everyHoldOf(deps, bookingId)).filter(({ lifted_at }) => lifted_at === null);
}

export async function isHeld(executor: Executor, bookingId: string): Promise<boolean> {
  const row = await executor
    .selectFrom("report_holds")
    .select("id")
    .where("booking_id", "=", bookingId)
    .where("lifted_at", "is", null)
    .executeTakeFirst();
  return row !== undefined;
}
