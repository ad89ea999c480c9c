import type { Deps } from "#app/deps.server.ts";
import { byIds } from "#app/kit/pieces.server.ts";
import { chargeSums } from "#app/features/charges/charge-rows.server.ts";
import { openPence } from "../invoice-standing.ts";
import { comparedOf, invoicesWithStatus } from "../invoice-state.server.ts";
import { foldText } from "#app/platform/fold-text.ts";
import { numberWords } from "../own/account.ts";
import { openBuyer } from "../own/documents.server.ts";
import { plainWords } from "./bank-values.ts";
import type { Line, Payable } from "./match.ts";
import { namesIn } from "./match.ts";

type Read = Pick<Deps, "db" | "secrets">;

/** The bookings that lines may pay: those that a line names; and for lines that name none, those with an open invoice
 * that was made here for their sum, or whose buyer they may name. */
export async function payablesFor(deps: Read, lines: readonly Line[]): Promise<Payable[]> {
  const { db } = deps;
  const named = lines.map((line) => ({ line, ...namesIn(line.words) }));
  const found = new Map<string | number, string>();
  const documents = await byIds(
    named.flatMap((one) => one.numbers),
    (piece) =>
      db
        .selectFrom("invoice_documents")
        .select(["booking_id", "number"])
        .where("series", "=", "INV")
        .where("number", "in", piece)
        .execute(),
  );
  for (const { booking_id, number } of documents) found.set(number, booking_id);
  const bookings = await byIds(
    named.flatMap((one) => one.references),
    (piece) =>
      db.selectFrom("bookings").select(["id", "reference"]).where("reference", "in", piece).execute(),
  );
  for (const { id, reference } of bookings) found.set(reference, id);
  const others = named
    .filter(({ numbers, references }) => ![...numbers, ...references].some((name) => found.has(name)))
    .map(({ line }) => line);
  const ids = new Set(found.values());
  if (others.length > 0) for (const id of await openFor(deps, others)) ids.add(id);
  return byIds(ids, (piece) => payablesOf(deps, piece, { hasBuyers: others.length > 0 }));
}

/** Bookings with an open invoice that lines without a reference may pay. Payers whose name is sealed are all among
 * them, and cancelled bookings, which have another rest than their invoice. */
async function openFor({ db }: Read, lines: readonly Line[]): Promise<string[]> {
  const sums = new Set(lines.map(({ pence }) => pence));
  const words = lines.flatMap((line) => foldText(plainWords(line.words)).split(NO_WORD));
  const open = await invoicesWithStatus(db)
    .select((eb) => eb("bookings.billing_name_sealed", "is not", null).as("has_payer"))
    .where("maker", "=", "own")
    .where("vendor_status", "=", "authorised")
    .execute();
  const wanted = open.filter(
    (row) => row.has_payer || row.status === "cancelled" || sums.has(openPence(comparedOf(row))),
  );
  const ids = new Set(wanted.map(({ booking_id }) => booking_id));
  const isOpen = new Set(open.map(({ booking_id }) => booking_id));
  const names = words
    .filter((word) => word.length >= MIN_SURNAME)
    // A search word is the end of a name, without spaces: that of "Oak Ltd" is "oakltd".
    .flatMap((word) => COMPANIES.map((company) => word + company));
  const rows = await byIds([...new Set(names)], (piece) =>
    db.selectFrom("booking_search_words").select("booking_id").where("word", "in", piece).execute(),
  );
  for (const { booking_id } of rows) if (isOpen.has(booking_id)) ids.add(booking_id);
  return [...ids];
}

const NO_WORD = /[^\p{L}\p{N}]+/u;
const MIN_SURNAME = 3;
const COMPANIES = ["", "ltd", "llp", "limited"];

async function payablesOf({ db, secrets }: Read, piece: string[], { hasBuyers }: { hasBuyers: boolean }) {
  const accounts = await invoicesWithStatus(db)
    .select("bookings.reference")
    .where("invoices.booking_id", "in", piece)
    .where("maker", "=", "own")
    // An erased booking takes no payment.
    .where("bookings.referrer_email_key", "!=", "")
    .execute();
  const documents = await db
    .selectFrom("invoice_documents")
    .select(["id", "booking_id", "number", "buyer_sealed"])
    .where("booking_id", "in", piece)
    .where("series", "=", "INV")
    .execute();
  const byHand = await db
    .selectFrom("payments")
    .select(["booking_id", "pence", "moved_on"])
    .where("booking_id", "in", piece)
    .where("source", "=", "hand")
    .where("undone_at", "is", null)
    .execute();
  const charges = await chargeSums({ db }, piece);
  const invoicesOf = Map.groupBy(documents, (row) => row.booking_id);
  const byHandOf = Map.groupBy(byHand, (row) => row.booking_id);
  return accounts.map((account) => {
    const { booking_id, reference } = account;
    const invoices = invoicesOf.get(booking_id) ?? [];
    const toPayPence = openPence(comparedOf(account, charges.get(booking_id)));
    const buyers = toPayPence === 0 || !hasBuyers ? [] : invoices.map((row) => openBuyer(secrets, row));
    return {
      bookingId: booking_id,
      reference,
      numbers: invoices.map((row) => numberWords("INV", row.number)),
      openPence: toPayPence,
      buyers: [...new Set(buyers.flatMap((buyer) => [buyer?.name ?? "", buyer?.organisation ?? ""]))],
      byHand: (byHandOf.get(booking_id) ?? []).map(({ pence, moved_on }) => ({ pence, on: moved_on })),
    };
  });
}
