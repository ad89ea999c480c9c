import { sql, type ExpressionBuilder } from "kysely";
import { z } from "zod";
import type { Deps } from "#app/deps.server.ts";
import { recordAudit, type ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import { referrerName } from "#app/features/booking/record/booking-summary.ts";
import { changeBooking, DONE, refused } from "#app/features/booking/record/change-booking.server.ts";
import { RESTRICTED } from "#app/features/data-protection/restriction.ts";
import { linesByBooking, readBookings } from "#app/features/booking/record/queries.server.ts";
import { lacksPo, PO_WAITS } from "#app/features/booking/money/payment-terms.ts";
import { coverPrice } from "#app/features/booking/record/write-booking.server.ts";
import { FIRST_PAGE, pageAsked } from "#app/kit/pages.ts";
import { pageOfQuery } from "#app/kit/pieces.server.ts";
import { addDays, londonDate } from "#app/platform/dates.ts";
import { formatPoundsAndPence } from "#app/platform/money.ts";
import type { Tables } from "#app/platform/tables.ts";
import { chargedOnNoInvoice } from "#app/features/charges/charge-rows.server.ts";
import { markInvoiced } from "#app/features/charges/charges.server.ts";
import { isUnrestricted } from "#app/features/data-protection/restrictions.server.ts";
import { lacksAddress, MAX_SIMPLE_PENCE } from "./content.ts";
import { buyerOf } from "./own-accounting.server.ts";
import { makerNow } from "../makers.server.ts";
import { accountState, issueNextInvoice, nextInvoice, openCharges, uninvoicedPence } from "./issue.server.ts";
import { readAccount, readAccounts } from "./read-account.server.ts";
import { sumsOf } from "./sums.ts";

/** Bookings of which a part was never invoiced, in a practice that makes its invoices here. */

const MAX_SHOWN = 50;
const NONE = pageAsked(FIRST_PAGE, 0);

/** True of a completed booking whose price is more than what invoices have or staff let be, and of one that is over
 * with an agreed charge that no invoice has, in a practice that invoices here. */
export function isToInvoice(eb: ExpressionBuilder<Tables, "bookings">) {
  const priced = eb
    .selectFrom("bookings as priced")
    .select("priced.id")
    .where("priced.status", "=", sql.lit("completed"))
    .whereRef("priced.total_pence", ">", "priced.covered_pence")
    .where((own) =>
      own.not(
        own.exists(
          own
            .selectFrom("invoices")
            .select("invoices.id")
            .whereRef("invoices.booking_id", "=", "priced.id")
            .where("invoices.kind", "!=", "deposit")
            .where(
              sql<boolean>`coalesce(invoices.vendor_total_pence, invoices.amount_pence) - coalesce(invoices.credited_pence, 0) >= priced.total_pence`,
            ),
        ),
      ),
    );
  // The status is asked here: beside the ids SQLite would walk all bookings of it.
  const charged = chargedOnNoInvoice(eb)
    .innerJoin("bookings as over", "over.id", "charges.booking_id")
    .where("over.status", "in", ["completed", "cancelled"]);
  return eb.and([
    eb("bookings.id", "in", priced.unionAll(charged)),
    eb("bookings.referrer_email_key", "!=", ""),
    eb.not(
      eb.exists(
        eb
          .selectFrom("invoices")
          .select("invoices.id")
          .whereRef("invoices.booking_id", "=", "bookings.id")
          .where("invoices.maker", "=", "xero"),
      ),
    ),
  ]);
}

/** Bookings to invoice, the longest completed first, with what each invoice would say, in pages. */
export async function readToInvoice(deps: Deps, url = FIRST_PAGE) {
  if (makerNow(deps) !== "own") return { shown: [], at: NONE, sumPence: 0 };
  const bookings = deps.db.selectFrom("bookings").where((eb) => isToInvoice(eb));
  const query = bookings.selectAll().orderBy("updated_at").orderBy("id");
  const { rows, at } = await pageOfQuery(query, url, { name: "to-invoice", size: MAX_SHOWN });
  const accounts = await readAccounts(deps, rows);
  const linesOf = await linesByBooking(deps.db, rows);
  const free = await deps.db
    .selectFrom("bookings")
    .select("id")
    .where("id", "in", ["", ...rows.map(({ id }) => id)])
    .where((eb) => isUnrestricted(eb))
    .execute();
  const unrestricted = new Set(free.map(({ id }) => id));
  const shown = [];
  let sumPence = 0;
  for (const [index, booking] of (await readBookings(deps, rows)).entries()) {
    const row = rows[index]!;
    const read = accounts.get(row.id)!;
    const next = await nextInvoice(deps, row, read, {
      isWhole: row.status === "completed",
      lines: linesOf.get(row.id) ?? [],
    });
    const pence = next ? sumsOf(next.content.lines).totalPence : 0;
    const refusal = !unrestricted.has(row.id)
      ? RESTRICTED
      : next?.rateChange
        ? "The VAT rate changed since the booking: its page asks which price stays."
        : lacksPo(row)
          ? PO_WAITS
          : null;
    if (!refusal) sumPence += pence;
    shown.push({
      id: row.id,
      reference: row.reference,
      who: referrerName(booking),
      what: next?.content.lines.map(({ description }) => description).join(", ") ?? "",
      pence,
      dueOn: next && next.dueOn,
      hasDeposit: read.documents.length > 0,
      lacksAddress: lacksAddress({
        ...sumsOf(next?.content.lines ?? []),
        address: buyerOf(deps, row).address,
      }),
      isOfCharges: uninvoicedPence(row, read) <= 0,
      refusal,
      seen: `${row.id}:${accountState(row, read)}`,
    });
  }
  return { shown, at, sumPence };
}

const ADDRESS_DAYS = 90;

/** Organisations whose VAT invoices of the last 90 days lack their address, the latest first: they cannot reclaim the
 * VAT with them. A family needs no address, and nobody is kept from an invoice. */
export async function readWithoutAddress({ db, clock }: Pick<Deps, "db" | "clock">, url = FIRST_PAGE) {
  const since = addDays(londonDate(clock.now()), -ADDRESS_DAYS);
  const wanted = db
    .selectFrom("invoices")
    .innerJoin("bookings", "bookings.id", "invoices.booking_id")
    .where("invoices.maker", "=", "own")
    .where("invoices.issued_on", ">=", since)
    .where("bookings.referrer_organisation", "!=", "")
    .where("bookings.billing_address_sealed", "is", null)
    .where("bookings.referrer_email_key", "!=", "")
    .where((eb) =>
      eb(
        eb.fn.coalesce("vendor_total_pence", "amount_pence"),
        ">",
        eb.fn.coalesce("credited_pence", eb.lit(0)),
      ),
    )
    .where("invoices.booking_id", "in", (eb) =>
      eb
        .selectFrom("invoice_documents")
        .select("booking_id")
        .where("series", "=", "INV")
        .where("issued_on", ">=", since)
        .where("vat_pence", ">", 0)
        .where("total_pence", ">", MAX_SIMPLE_PENCE),
    )
    .select(["bookings.id", "bookings.reference", "invoices.number"])
    .select("bookings.referrer_organisation as who")
    .orderBy("invoices.issued_on", "desc")
    .orderBy("bookings.id");
  const { rows, at } = await pageOfQuery(wanted, url, { name: "address" });
  return { shown: rows, at };
}

export type ToInvoice = Awaited<ReturnType<typeof readToInvoice>>;

/** Bookings with the state of their account that the page showed. */
const seen = z.preprocess(
  (value) => (value === undefined ? [] : [value].flat()),
  z.array(z.string().max(120)).min(1, "There is nothing to invoice any more.").max(MAX_SHOWN),
);

export const MakeAllSchema = z.object({ seen });

type Change = ActedByRequest & { seen: readonly string[] };

/** Each by itself, so that one that changed since keeps none of the others. */
async function forEach(change: Change, work: (bookingId: string, state: string) => Promise<{ ok: boolean }>) {
  let done = 0;
  for (const one of change.seen) {
    const [bookingId = "", state = ""] = one.split(":");
    if ((await work(bookingId, state)).ok) done += 1;
  }
  return { done, kept: change.seen.length - done };
}

/** Issues and mails the next invoice of each of these bookings whose account is as it was shown. */
export const makeInvoices = (deps: Deps, { seen: all, ...by }: Change) =>
  forEach({ ...by, seen: all }, (bookingId, state) =>
    issueNextInvoice(deps, { ...by, bookingId, seen: state }),
  );

/** Staff say that these bookings need no further invoice, as where one was made elsewhere, for their agreed charges
 * too. They come back when their price rises, or with a further charge. */
export const letBe = (deps: Deps, { seen: all, ...by }: Change) =>
  forEach({ ...by, seen: all }, (bookingId, state) =>
    changeBooking(deps, { bookingId, by, whenErased: true }, async (inside, booking) => {
      const read = await readAccount(inside, booking);
      if (accountState(booking, read) !== state) return refused("changed");
      if (booking.status === "completed") await coverPrice(inside.db, bookingId, booking.total_pence);
      for (const { id } of openCharges(read)) {
        const marked = await markInvoiced(inside, { by, bookingId, chargeId: id });
        if (!marked.ok) return refused("changed");
      }
      await recordAudit(inside, by, "invoice.let-be", ["booking", bookingId], {
        note: formatPoundsAndPence(booking.status === "completed" ? booking.total_pence : 0),
      });
      return DONE;
    }),
  );
