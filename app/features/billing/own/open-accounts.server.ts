import type { Deps } from "#app/deps.server.ts";
import { londonDate } from "#app/platform/dates.ts";
import { chargeSums } from "#app/features/charges/charge-rows.server.ts";
import { dueDayOf, openPence, standingOf } from "../invoice-standing.ts";
import { comparedOf, invoicesWithStatus } from "../invoice-state.server.ts";
import { agesOf } from "./ageing.ts";
import { payer } from "./payments.server.ts";

const MAX_CUSTOMERS = 200;

/** Open invoices, whoever made these, as every other page says them: the sums of each customer at each age, the most
 * first; and the invoices that are disputed or overdue, the oldest first: number, sum and the first
 * `most` of each. */
export async function readAgeing({ db, clock }: Pick<Deps, "db" | "clock">, most = MAX_CUSTOMERS) {
  const rows = await invoicesWithStatus(db)
    .select(["bookings.reference", "referrer_email_key", "referrer_organisation", payer])
    .where("vendor_status", "=", "authorised")
    .orderBy("invoices.issued_on", "desc")
    .execute();
  const charges = await chargeSums(
    { db },
    rows.filter(({ status }) => status === "cancelled").map(({ booking_id }) => booking_id),
  );
  const today = londonDate(clock.now());
  const invoices = rows
    .map((row) => {
      const facts = comparedOf(row, charges.get(row.booking_id));
      return {
        bookingId: row.booking_id,
        reference: row.reference,
        number: row.number,
        customer: row.referrer_email_key,
        name: row.referrer_email_key === "" ? "Erased customers" : row.who,
        organisation: row.referrer_email_key === "" ? "" : (row.referrer_organisation ?? ""),
        disputedOn: row.disputed_on,
        isOverdue: standingOf(facts, today) === "overdue",
        dueOn: dueDayOf(facts),
        openPence: openPence(facts),
      };
    })
    .filter((invoice) => invoice.openPence > 0);
  const customers = [...Map.groupBy(invoices, ({ customer }) => customer).values()].map((own) => ({
    ...own[0]!,
    isDisputed: own.some(({ disputedOn }) => disputedOn !== null),
    sums: agesOf(own, today),
  }));
  const first = (list: typeof invoices) => ({
    count: list.length,
    pence: list.reduce((sum, { openPence }) => sum + openPence, 0),
    shown: list.slice(0, most),
  });
  const late = invoices.toSorted((a, b) => a.dueOn.localeCompare(b.dueOn));
  return {
    customers: customers
      .sort((a, b) => b.sums.total - a.sums.total || a.name.localeCompare(b.name, "en"))
      .slice(0, MAX_CUSTOMERS),
    count: customers.length,
    totals: agesOf(invoices, today),
    disputed: first(late.filter(({ disputedOn }) => disputedOn !== null)),
    overdue: first(late.filter(({ disputedOn, isOverdue }) => disputedOn === null && isOverdue)),
  };
}

export type Ageing = Awaited<ReturnType<typeof readAgeing>>;
