import type { ExpressionBuilder } from "kysely";
import type { Tables } from "#app/platform/tables.ts";
import { byIds, pageOfQuery } from "#app/kit/pieces.server.ts";
import type { Executor } from "#app/platform/database.server.ts";
import { sealedColumn, sealedJsonColumn, type Secrets } from "#app/platform/secrets.server.ts";
import { CHARGE_KINDS, type ChargeDetails } from "./charge-kinds.ts";
import type { ChargeRow } from "./tables.ts";

export const sealedCharge = sealedJsonColumn<ChargeDetails>("charges", "details_sealed");
export const sealedDecision = sealedColumn("charges", "decision_sealed");

type Read = { db: Executor; secrets: Secrets };

const toCharge = (secrets: Secrets, row: ChargeRow) => ({
  id: row.id,
  bookingId: row.booking_id,
  kind: row.kind,
  cause: row.cause,
  pence: row.pence,
  vatRate: row.vat_rate,
  state: row.state,
  answerBy: row.answer_by,
  proposedAt: row.proposed_at,
  isByCustomer: row.is_by_customer === 1,
  decidedAt: row.decided_at,
  documentId: row.document_id,
  proposedBy: row.proposed_by,
  isInvoiced: row.document_id !== null || row.elsewhere_on !== null,
  decision: row.decision_sealed === null ? "" : sealedDecision.decrypt(secrets, row.id, row.decision_sealed),
  ...(row.details_sealed === null
    ? { description: CHARGE_KINDS[row.kind].label, reason: "" }
    : sealedCharge.decrypt(secrets, row.id, row.details_sealed)),
});

export type Charge = ReturnType<typeof toCharge>;

/** Charges of bookings, the first proposed first. */
export async function chargesOf({ db, secrets }: Read, bookingIds: readonly string[]): Promise<Charge[]> {
  const rows = await byIds(bookingIds, (piece) =>
    db
      .selectFrom("charges")
      .selectAll()
      .where("booking_id", "in", piece)
      .orderBy("proposed_at")
      .orderBy("id")
      .execute(),
  );
  return rows.map((row) => toCharge(secrets, row));
}

/** A page of all charges, the latest proposed first. */
export async function latestCharges({ db, secrets }: Read, url: URL) {
  const query = db
    .selectFrom("charges")
    .innerJoin("bookings", "bookings.id", "charges.booking_id")
    .selectAll("charges")
    .select("bookings.reference")
    .orderBy("proposed_at", "desc")
    .orderBy("charges.id", "desc");
  const { rows, at } = await pageOfQuery(query, url);
  return { at, rows: rows.map(({ reference, ...row }) => ({ ...toCharge(secrets, row), reference })) };
}

export async function findCharge({ db, secrets }: Read, id: string): Promise<Charge | null> {
  const row = await db.selectFrom("charges").selectAll().where("id", "=", id).executeTakeFirst();
  return row ? toCharge(secrets, row) : null;
}

/** Bookings with a charge that staff still have to do something about, the oldest first. */
export async function bookingsWithOpenCharges({ db }: { db: Executor }): Promise<string[]> {
  const rows = await db
    .selectFrom("charges")
    .select((eb) => ["booking_id", eb.fn.min("proposed_at").as("first")])
    .where((eb) =>
      eb.or([
        eb("state", "in", ["proposed", "refused"]),
        eb.and([eb("state", "=", "agreed"), eb("document_id", "is", null), eb("elsewhere_on", "is", null)]),
      ]),
    )
    .groupBy("booking_id")
    .orderBy("first")
    .orderBy("booking_id")
    .execute();
  return rows.map(({ booking_id }) => booking_id);
}

/** A charge as an invoice of our own takes it. */
export type AgreedCharge = Pick<
  Charge,
  "id" | "pence" | "vatRate" | "documentId" | "isInvoiced" | "description"
>;

/** The line of a charge on an invoice. */
export const chargeLine = ({ description, pence, vatRate }: AgreedCharge, of: { reference: string }) => ({
  description: `${description}, booking ${of.reference}`,
  pence,
  vatRate,
});

/** The agreed charges of a booking. */
export async function agreedCharges(deps: Read, bookingId: string): Promise<AgreedCharge[]> {
  return (await chargesOf(deps, [bookingId])).filter(({ state }) => state === "agreed");
}

/** Pence of the charges of a booking that are agreed: those that invoices of our own have, and these together with
 * those that no invoice has. */
export type ChargeSums = { invoicedPence: number; agreedPence: number };

export function sumsOfCharges(
  charges: readonly Pick<AgreedCharge, "pence" | "documentId" | "isInvoiced">[] = [],
): ChargeSums {
  const sum = (of: typeof charges) => of.reduce((pence, charge) => pence + charge.pence, 0);
  return {
    invoicedPence: sum(charges.filter(({ documentId }) => documentId !== null)),
    agreedPence: sum(charges.filter(({ documentId, isInvoiced }) => documentId !== null || !isInvoiced)),
  };
}

/** The sums of the agreed charges of bookings, by booking; bookings without any are missing. */
export async function chargeSums({ db }: { db: Executor }, bookingIds: readonly string[]) {
  const rows = await byIds(bookingIds, (piece) =>
    db
      .selectFrom("charges")
      .select(["booking_id", "pence", "document_id as documentId", "elsewhere_on"])
      .where("booking_id", "in", piece)
      .where("state", "=", "agreed")
      .execute(),
  );
  const isInvoiced = (row: (typeof rows)[number]) => row.documentId !== null || row.elsewhere_on !== null;
  const charges = rows.map((row) => ({ ...row, isInvoiced: isInvoiced(row) }));
  const byBooking = Map.groupBy(charges, ({ booking_id }) => booking_id);
  return new Map([...byBooking].map(([id, own]) => [id, sumsOfCharges(own)]));
}

/** Pence of the agreed charges of an invoice's booking that invoices of our own have, for a query; null for none. */
export const invoicedPenceOf = (eb: ExpressionBuilder<Tables, "invoices">) =>
  eb
    .selectFrom("charges")
    .select((charge) => charge.fn.sum<number>("charges.pence").as("pence"))
    .whereRef("charges.booking_id", "=", "invoices.booking_id")
    .where("charges.state", "=", "agreed")
    .where("charges.document_id", "is not", null);

/** Bookings with an agreed charge that no invoice has, for a query. */
export const chargedOnNoInvoice = (eb: ExpressionBuilder<Tables, "bookings">) =>
  eb
    .selectFrom("charges")
    .select("charges.booking_id as id")
    .where("charges.state", "=", "agreed")
    .where("charges.document_id", "is", null)
    .where("charges.elsewhere_on", "is", null);

/** Says which invoice has these charges, in its transaction. */
export async function putOnInvoice(trx: Executor, ids: readonly string[], documentId: string): Promise<void> {
  await byIds(ids, (piece) =>
    trx.updateTable("charges").set({ document_id: documentId }).where("id", "in", piece).execute(),
  );
}

/** Charges of an invoice that was credited in full are on none. */
export async function takeOffInvoice(trx: Executor, documentId: string): Promise<void> {
  await trx.updateTable("charges").set({ document_id: null }).where("document_id", "=", documentId).execute();
}
