import type { Deps } from "#app/deps.server.ts";
import { chargeSums } from "#app/features/charges/charge-rows.server.ts";
import { openPence } from "../invoice-standing.ts";
import { comparedOf, invoicesWithStatus } from "../invoice-state.server.ts";
import { openRow, toIssued } from "../own/documents.server.ts";
import type { Line, Payable } from "./match.ts";
import { namesIn } from "./match.ts";

type Read = Pick<Deps, "db" | "secrets">;

const AT_ONCE = 400;

/** The bookings that lines may pay: those with an open invoice that was made here, and those that a line names. */
export async function payablesFor(deps: Read, lines: readonly Line[]): Promise<Payable[]> {
  const { db } = deps;
  const open = await db
    .selectFrom("invoices")
    .select("booking_id")
    .where("maker", "=", "own")
    .where("vendor_status", "=", "authorised")
    .execute();
  const named = lines.map(({ words }) => namesIn(words));
  const ids = new Set(open.map(({ booking_id }) => booking_id));
  for (const numbers of chunksOf(named.flatMap((one) => one.numbers))) {
    const rows = await db
      .selectFrom("invoice_documents")
      .select("booking_id")
      .where("series", "=", "INV")
      .where("number", "in", numbers)
      .execute();
    for (const { booking_id } of rows) ids.add(booking_id);
  }
  for (const references of chunksOf(named.flatMap((one) => one.references))) {
    const rows = await db.selectFrom("bookings").select("id").where("reference", "in", references).execute();
    for (const { id } of rows) ids.add(id);
  }
  const payables: Payable[] = [];
  for (const chunk of chunksOf([...ids])) payables.push(...(await payablesOf(deps, chunk)));
  return payables;
}

function chunksOf<One extends string | number>(all: readonly One[]): One[][] {
  const own = [...new Set(all)];
  return Array.from({ length: Math.ceil(own.length / AT_ONCE) }, (_, index) =>
    own.slice(index * AT_ONCE, (index + 1) * AT_ONCE),
  );
}

async function payablesOf({ db, secrets }: Read, bookingIds: string[]): Promise<Payable[]> {
  const accounts = await invoicesWithStatus(db)
    .select("bookings.reference")
    .where("invoices.booking_id", "in", bookingIds)
    .where("maker", "=", "own")
    // An erased booking takes no payment.
    .where("bookings.referrer_email_key", "!=", "")
    .execute();
  const documents = await db
    .selectFrom("invoice_documents")
    .selectAll()
    .where("booking_id", "in", bookingIds)
    .where("series", "=", "INV")
    .execute();
  const byHand = await db
    .selectFrom("payments")
    .select(["booking_id", "pence", "moved_on"])
    .where("booking_id", "in", bookingIds)
    .where("source", "=", "hand")
    .where("undone_at", "is", null)
    .execute();
  const charges = await chargeSums({ db }, bookingIds);
  const invoicesOf = Map.groupBy(documents, (row) => row.booking_id);
  const byHandOf = Map.groupBy(byHand, (row) => row.booking_id);
  return accounts.map((account) => {
    const { booking_id, reference } = account;
    const invoices = invoicesOf.get(booking_id) ?? [];
    const toPayPence = openPence(comparedOf(account, charges.get(booking_id)));
    const buyers = toPayPence === 0 ? [] : invoices.map((row) => openRow(secrets, row).buyer);
    return {
      bookingId: booking_id,
      reference,
      numbers: invoices.map((row) => toIssued(row).number),
      openPence: toPayPence,
      buyers: [...new Set(buyers.flatMap((buyer) => [buyer?.name ?? "", buyer?.organisation ?? ""]))],
      byHand: (byHandOf.get(booking_id) ?? []).map(({ pence, moved_on }) => ({ pence, on: moved_on })),
    };
  });
}
