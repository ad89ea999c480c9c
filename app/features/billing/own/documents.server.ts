import { byIds } from "#app/kit/pieces.server.ts";
import type { Selectable } from "kysely";
import type { Deps } from "#app/deps.server.ts";
import type { Executor } from "#app/platform/database.server.ts";
import type { IsoDate } from "#app/platform/dates.ts";
import { sealedJsonColumn } from "#app/platform/secrets.server.ts";
import type { InvoiceDocumentRow } from "../tables.ts";
import { numberWords, type DocumentKind, type Issued, type Series } from "./account.ts";
import type { Buyer, DocumentContent } from "./content.ts";
import { takeNumber } from "./number-series.server.ts";
import { sumsOf } from "./sums.ts";

const sealedContent = sealedJsonColumn<DocumentContent>("invoice_documents", "content_sealed");
const sealedBuyer = sealedJsonColumn<Buyer>("invoice_documents", "buyer_sealed");

export type NewDocument = {
  bookingId: string;
  kind: DocumentKind;
  creditsId?: string;
  /** The same key makes the same document. */
  requestKey: string;
  issuedOn: IsoDate;
  dueOn: IsoDate;
  content: DocumentContent;
  /** Null where it was erased with the booking (see `eraseBuyers`). */
  buyer: Buyer | null;
  issuedBy: string | null;
};

/** Issues a document in the transaction of what goes with it. A request that made one before gets that one. */
export async function issueDocument(trx: Executor, deps: Deps, document: NewDocument) {
  const series: Series = document.kind === "credit" ? "CN" : "INV";
  const first = series === "INV" ? deps.settings.current().invoices.firstNumber : 1;
  // First of all, so that two requests with one key take turns.
  const number = await takeNumber(trx, series, first);
  const { totalPence, vatPence } = sumsOf(document.content.lines);
  const id = deps.ids.uuid();
  const row: Selectable<InvoiceDocumentRow> = {
    id,
    series,
    number,
    kind: document.kind,
    booking_id: document.bookingId,
    credits_id: document.creditsId ?? null,
    request_key: document.requestKey,
    issued_on: document.issuedOn,
    due_on: document.dueOn,
    total_pence: totalPence,
    vat_pence: vatPence,
    content_sealed: sealedContent.encrypt(deps.secrets, id, document.content),
    buyer_sealed: document.buyer ? sealedBuyer.encrypt(deps.secrets, id, document.buyer) : "",
    issued_by: document.issuedBy,
    issued_at: deps.clock.now().toISOString(),
  };
  await trx.insertInto("invoice_documents").values(row).execute();
  return toIssued(row);
}

/** A row as the account reads it, with its number in words. */
export type IssuedDocument = Issued & { bookingId: string; number: string; issuedAt: string };

export function toIssued(row: Selectable<InvoiceDocumentRow>): IssuedDocument {
  return {
    id: row.id,
    bookingId: row.booking_id,
    series: row.series,
    kind: row.kind,
    creditsId: row.credits_id,
    totalPence: row.total_pence,
    issuedAt: row.issued_at,
    issuedOn: row.issued_on,
    dueOn: row.due_on,
    number: numberWords(row.series, row.number),
  };
}

const rowsOf = (db: Executor) =>
  db.selectFrom("invoice_documents").selectAll().orderBy("issued_at").orderBy("id");

/** The documents of bookings, in the order in which they were issued, by the booking's id. */
export async function documentsOfBookings({ db }: { db: Executor }, bookingIds: readonly string[]) {
  const found = new Map<string, IssuedDocument[]>(bookingIds.map((id) => [id, []]));
  const rows = await byIds(bookingIds, (piece) => rowsOf(db).where("booking_id", "in", piece).execute());
  for (const row of rows) found.get(row.booking_id)!.push(toIssued(row));
  return found;
}

export async function documentsOf(deps: { db: Executor }, bookingId: string): Promise<IssuedDocument[]> {
  return (await documentsOfBookings(deps, [bookingId])).get(bookingId)!;
}

/** The document with this number; null when there is none. */
export async function documentWithNumber({ db }: { db: Executor }, series: Series, number: number) {
  const row = await rowsOf(db).where("series", "=", series).where("number", "=", number).executeTakeFirst();
  return row ? toIssued(row) : null;
}

/** The document that a request made; null before. */
export async function documentOfRequest({ db }: { db: Executor }, requestKey: string) {
  const row = await rowsOf(db).where("request_key", "=", requestKey).executeTakeFirst();
  return row ? toIssued(row) : null;
}

/** `buyer` is null once the person was erased. */
export type OpenedDocument = IssuedDocument & { content: DocumentContent; buyer: Buyer | null };

/** The buyer of a document; null once the person was erased. */
export const openBuyer = (
  secrets: Deps["secrets"],
  { id, buyer_sealed }: Pick<Selectable<InvoiceDocumentRow>, "id" | "buyer_sealed">,
): Buyer | null => (buyer_sealed === "" ? null : sealedBuyer.decrypt(secrets, id, buyer_sealed));

/** Decrypts what a document says. */
export function openRow(secrets: Deps["secrets"], row: Selectable<InvoiceDocumentRow>): OpenedDocument {
  return {
    ...toIssued(row),
    content: sealedContent.decrypt(secrets, row.id, row.content_sealed),
    buyer: openBuyer(secrets, row),
  };
}

/** One document with what it says; null for an unknown id. Nobody's right is checked here. */
export async function openDocument({ db, secrets }: { db: Executor; secrets: Deps["secrets"] }, id: string) {
  const row = await rowsOf(db).where("id", "=", id).executeTakeFirst();
  return row ? openRow(secrets, row) : null;
}

/** All documents of a booking with what they say: for the person's export, and for credit notes. */
export async function openDocumentsOf(
  { db, secrets }: { db: Executor; secrets: Deps["secrets"] },
  bookingId: string,
): Promise<OpenedDocument[]> {
  const rows = await rowsOf(db).where("booking_id", "=", bookingId).execute();
  return rows.map((row) => openRow(secrets, row));
}

/** Takes the buyer out of the documents of an erased booking. VAT invoices keep theirs, as long as the law wants them
 * (VAT Act 1994, Schedule 11, paragraph 6). */
export async function eraseBuyers(trx: Executor, bookingId: string): Promise<void> {
  await trx
    .updateTable("invoice_documents")
    .set({ buyer_sealed: "" })
    .where("booking_id", "=", bookingId)
    .where("vat_pence", "=", 0)
    .execute();
}

const KEPT_YEARS = 6;

/** The first day (London) of the years for which documents are kept. */
export const firstKeptDay = (now: Date) => `${now.getUTCFullYear() - KEPT_YEARS}-01-01`;

/** Deletes the documents of erased bookings six years after the end of the year in which the last was issued. */
export async function deleteOldDocuments(executor: Executor, now: Date): Promise<void> {
  await executor
    .deleteFrom("invoice_documents")
    .where("booking_id", "not in", (eb) =>
      eb
        .selectFrom("invoice_documents as newer")
        .select("newer.booking_id")
        .where("newer.issued_on", ">=", firstKeptDay(now)),
    )
    .where("booking_id", "in", (eb) =>
      eb.selectFrom("bookings").select("bookings.id").where("bookings.referrer_email_key", "=", ""),
    )
    .execute();
}
