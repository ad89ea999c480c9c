import type { Deps } from "#app/deps.server.ts";
import { recordAudit, type ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import { askedDay } from "#app/forms/date-parts.ts";
import { csvFile, linesOf } from "#app/kit/csv.server.ts";
import { pageOf } from "#app/kit/pages.ts";
import { byIds } from "#app/kit/pieces.server.ts";
import { addDays, formatMonth, londonDate, type IsoDate } from "#app/platform/dates.ts";
import { accountOf } from "./account.ts";
import { taxPoint } from "./content.ts";
import { documentsOfBookings, documentWithNumber, openRow } from "./documents.server.ts";
import { wayOf } from "./payment-words.ts";
import { movedOfBookings } from "./payments.server.ts";
import { registerColumns, type Entry } from "./register-columns.tsx";
import { sumsByRate, sumsOf } from "./sums.ts";

/** Invoices, credit notes and payments of a period, for the VAT return and the accountant. */

/** London days, both included. */
export type Period = { from: IsoDate; until: IsoDate };

/** The period that an address names, by `month` or by `from` and `until`, in either order; the month of `today`
 * otherwise. Throws the page of a day that does not exist: the sums of another period would be taken for its own. */
export function periodOf(search: URLSearchParams, today: IsoDate): Period {
  const month = search.get("month");
  const named = month ? askedDay(new URLSearchParams({ month: `${month}-01` }), "month") : null;
  const [from, until] = [askedDay(search, "from"), askedDay(search, "until")];
  if (!named && (from || until)) {
    const days = [from ?? `${until!.slice(0, 7)}-01`, until ?? today].sort();
    return { from: days[0]!, until: days[1]! };
  }
  const first = named ?? `${today.slice(0, 7)}-01`;
  return { from: first, until: addDays(`${addDays(first, 31).slice(0, 7)}-01`, -1) };
}

/** An invoice issued later than this after its assessment is missing in the period of the assessment. */
const MAX_LATE_DAYS = 400;

async function referencesOf({ db }: Pick<Deps, "db">, bookingIds: readonly string[]) {
  const rows = await byIds(bookingIds, (piece) =>
    db.selectFrom("bookings").select(["id", "reference"]).where("id", "in", piece).execute(),
  );
  return new Map(rows.map(({ id, reference }) => [id, reference]));
}

type Read = Pick<Deps, "db" | "secrets">;

/** Invoices and credit notes whose tax point is in the period, by number. A credit note counts on its own day. */
async function documentsIn({ db, secrets }: Read, { from, until }: Period): Promise<Entry[]> {
  const rows = await db
    .selectFrom("invoice_documents")
    .selectAll()
    .where("issued_on", ">=", from)
    .where("issued_on", "<=", addDays(until, MAX_LATE_DAYS))
    .orderBy("series", "desc")
    .orderBy("number")
    .execute();
  const opened = rows
    .map((row) => {
      const document = openRow(secrets, row);
      const { series, issuedOn, content } = document;
      const point = series === "CN" ? issuedOn : taxPoint({ issuedOn, suppliedOn: content.suppliedOn });
      return { document, point };
    })
    .filter(({ point }) => from <= point && point <= until);
  const ids = [...new Set(opened.map(({ document }) => document.bookingId))];
  const references = await referencesOf({ db }, ids);
  const documents = await documentsOfBookings({ db }, ids);
  const moved = await movedOfBookings({ db }, ids);
  return opened.map(({ document, point }) => {
    const sign = document.series === "INV" ? 1 : -1;
    const lines = document.content.lines;
    const sums = sumsOf(lines);
    const account = accountOf(documents.get(document.bookingId) ?? [], moved.get(document.bookingId) ?? []);
    return {
      id: document.id,
      bookingId: document.bookingId,
      number: document.number,
      kind: document.series === "INV" ? ("Invoice" as const) : ("Credit note" as const),
      day: document.issuedOn,
      taxPoint: point,
      buyer: [document.buyer?.name ?? "The customer (erased)", document.buyer?.organisation ?? ""]
        .filter(Boolean)
        .join(", "),
      reference: references.get(document.bookingId) ?? "",
      netPence: sign * sums.netPence,
      vatPence: sign * sums.vatPence,
      grossPence: sign * sums.totalPence,
      rates: sumsByRate(lines).map(({ vatRate, netPence, vatPence, totalPence }) => ({
        vatRate,
        netPence: sign * netPence,
        vatPence: sign * vatPence,
        totalPence: sign * totalPence,
      })),
      paidPence: account.invoices.find(({ id }) => id === document.id)?.paidPence ?? null,
      note: document.series === "CN" ? (document.buyer?.note ?? "") : "",
    };
  });
}

/** Payments and refunds of the period, without those recorded by mistake, by day. */
async function paymentsIn({ db }: Read, { from, until }: Period): Promise<Entry[]> {
  const rows = await db
    .selectFrom("payments")
    .select(["id", "booking_id", "pence", "way", "source", "moved_on"])
    .where("undone_at", "is", null)
    .where("moved_on", ">=", from)
    .where("moved_on", "<=", until)
    .orderBy("moved_on")
    .orderBy("id")
    .execute();
  const ids = [...new Set(rows.map(({ booking_id }) => booking_id))];
  const references = await referencesOf({ db }, ids);
  const documents = await documentsOfBookings({ db }, ids);
  return rows.map((row) => ({
    id: row.id,
    bookingId: row.booking_id,
    day: row.moved_on,
    taxPoint: null,
    buyer: "",
    kind: row.pence > 0 ? ("Payment" as const) : ("Refund" as const),
    number: (documents.get(row.booking_id) ?? [])
      .filter(({ series }) => series === "INV")
      .map(({ number }) => number)
      .join(", "),
    reference: references.get(row.booking_id) ?? "",
    netPence: 0,
    vatPence: 0,
    grossPence: row.pence,
    rates: [],
    paidPence: null,
    note: wayOf(row),
  }));
}

const sum = (entries: readonly Entry[], pick: (entry: Entry) => number) =>
  entries.reduce((total, entry) => total + pick(entry), 0);

export async function readRegister(deps: Read, period: Period) {
  const documents = await documentsIn(deps, period);
  const payments = await paymentsIn(deps, period);
  const rates = [...new Set(documents.flatMap((one) => one.rates.map(({ vatRate }) => vatRate)))];
  return {
    documents,
    payments,
    rates: rates.sort((a, b) => b - a),
    /** Box 1 of the VAT return: the VAT on sales. Box 6: sales without VAT, in whole pounds there. */
    box1Pence: sum(documents, ({ vatPence }) => vatPence),
    box6Pence: sum(documents, ({ netPence }) => netPence),
    receivedPence: sum(payments, ({ grossPence }) => grossPence),
  };
}

const REGISTER = "/admin/payments/register";

/** The months since the first document or payment, the latest first, each with its page and its file. */
async function monthsUntil({ db }: Read, today: IsoDate) {
  const issued = db.selectFrom("invoice_documents").select((eb) => eb.fn.min("issued_on").as("day"));
  const moved = db
    .selectFrom("payments")
    .select((eb) => eb.fn.min("moved_on").as("day"))
    .where("undone_at", "is", null);
  const days = [await issued.executeTakeFirst(), await moved.executeTakeFirst()];
  const first = days
    .map((row) => row?.day ?? today)
    .sort()[0]!
    .slice(0, 7);
  const months = [];
  for (let month = today.slice(0, 7); month >= first; month = addDays(`${month}-01`, -1).slice(0, 7))
    months.push({
      label: formatMonth(month),
      page: `${REGISTER}?month=${month}`,
      csv: `${REGISTER}.csv?month=${month}`,
    });
  return months;
}

/** One page of the register: documents by number, then payments by day. */
export async function readRegisterPage(deps: Deps, url: URL) {
  const today = londonDate(deps.clock.now());
  const period = periodOf(url.searchParams, today);
  const { documents, payments, rates: _, ...sums } = await readRegister(deps, period);
  return {
    ...pageOf([...documents, ...payments], url),
    period,
    sums,
    csv: `${REGISTER}.csv?${new URLSearchParams(period)}`,
    months: await monthsUntil(deps, today),
  };
}

/** The whole register of a period as a file for the accountant. */
export async function registerFile(deps: Deps, url: URL, by: ActedByRequest): Promise<Response> {
  const { from, until } = periodOf(url.searchParams, londonDate(deps.clock.now()));
  const { documents, payments, rates } = await readRegister(deps, { from, until });
  const note = `${from} to ${until}`;
  await recordAudit(deps, by, "invoices.exported", ["settings", "register"], { note });
  const lines = linesOf(registerColumns(rates), [...documents, ...payments]);
  return csvFile(`register-${from}-${until}.csv`, lines);
}

/** The staff's page of the document with this number, such as INV-000012; null for another text. */
export async function pageOfNumber(deps: Pick<Deps, "db">, typed: string): Promise<string | null> {
  const [, series = "", number = ""] = /^(INV|CN)[\s-]*0*(\d{1,6})$/i.exec(typed.trim()) ?? [];
  if (number === "") return null;
  const document = await documentWithNumber(deps, series.toUpperCase() as "INV" | "CN", Number(number));
  return document && `/admin/invoices/${document.id}`;
}
