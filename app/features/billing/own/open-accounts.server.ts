import type { Deps } from "#app/deps.server.ts";
import { FIRST_PAGE, pageOf } from "#app/kit/pages.ts";
import { londonDate } from "#app/platform/dates.ts";
import { chargeSums } from "#app/features/charges/charge-rows.server.ts";
import { dueDayOf, openPence, standingOf } from "../invoice-standing.ts";
import { comparedOf, invoicesWithStatus } from "../invoice-state.server.ts";
import { agesOf } from "./ageing.ts";
import { payer } from "./payments.server.ts";

type AgeingList = "customers" | "disputed" | "overdue";

/** Open invoices, whoever made these, as every other page says them: the sums of each customer at each age, the most
 * first; and the invoices that are disputed or overdue, the oldest first. Each list is in pages. */
export async function readAgeing(
  { db, clock }: Pick<Deps, "db" | "clock">,
  url = FIRST_PAGE,
  size: (list: AgeingList) => number = () => 100,
) {
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
  const owing = customers.sort((a, b) => b.sums.total - a.sums.total || a.name.localeCompare(b.name, "en"));
  const late = invoices.toSorted((a, b) => a.dueOn.localeCompare(b.dueOn));
  const disputed = late.filter(({ disputedOn }) => disputedOn !== null);
  const overdue = late.filter(({ disputedOn, isOverdue }) => disputedOn === null && isOverdue);
  const asked = (name: AgeingList) => ({ name, size: size(name) });
  return {
    customers: pageOf(owing, url, asked("customers")),
    totals: agesOf(invoices, today),
    disputedPence: disputed.reduce((sum, { openPence }) => sum + openPence, 0),
    disputed: pageOf(disputed, url, asked("disputed")),
    overdue: pageOf(overdue, url, asked("overdue")),
  };
}

export type Ageing = Awaited<ReturnType<typeof readAgeing>>;
