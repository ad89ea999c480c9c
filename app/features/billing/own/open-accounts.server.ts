import type { Deps } from "#app/deps.server.ts";
import { londonDate } from "#app/platform/dates.ts";
import { formatPoundsAndPence } from "#app/platform/money.ts";
import { dueDayOf, openPence } from "../invoice-standing.ts";
import { comparedOf, invoicesWithStatus } from "../invoice-state.server.ts";
import { chargeSums } from "#app/features/charges/charge-rows.server.ts";
import { AGES, agesOf, type Age, type OpenSum } from "./ageing.ts";

const MAX_CUSTOMERS = 200;

/** Customers with open invoices, whoever made these: what is open at each age, the most first. Read from what every
 * other page says of an invoice. */
export async function readAgeing({ db, clock }: Pick<Deps, "db" | "clock">) {
  const rows = await invoicesWithStatus(db)
    .select(["referrer_email_key", "referrer_first_name", "referrer_last_name", "referrer_organisation"])
    .where("vendor_status", "=", "authorised")
    .orderBy("invoices.issued_on", "desc")
    .execute();
  const charges = await chargeSums(
    { db },
    rows.filter(({ status }) => status === "cancelled").map(({ booking_id }) => booking_id),
  );
  const today = londonDate(clock.now());
  const customers = Map.groupBy(rows, (row) => row.referrer_email_key);
  const ages = [...customers].map(([key, own]) => {
    const [latest] = own;
    const open = own.map((row): OpenSum => {
      const facts = comparedOf(row, charges.get(row.booking_id));
      return { dueOn: dueDayOf(facts), openPence: openPence(facts) };
    });
    const name = [latest!.referrer_first_name, latest!.referrer_last_name].join(" ");
    return {
      bookingId: latest!.booking_id,
      name: key === "" ? "Erased customers" : name,
      organisation: key === "" ? "" : (latest!.referrer_organisation ?? ""),
      isErased: key === "",
      isDisputed: own.some(({ disputed_on }) => disputed_on !== null),
      sums: agesOf(open, today),
    };
  });
  const open = ages.filter(({ sums }) => sums.total > 0);
  const total = (age: Age | "total") => open.reduce((sum, { sums }) => sum + sums[age], 0);
  const inPounds = (pence: number) => (pence === 0 ? "–" : formatPoundsAndPence(pence));
  const columns = [...Object.keys(AGES), "total"] as (Age | "total")[];
  return {
    customers: open
      .sort((a, b) => b.sums.total - a.sums.total || a.name.localeCompare(b.name, "en"))
      .slice(0, MAX_CUSTOMERS)
      .map(({ sums, ...customer }) => ({ ...customer, amounts: columns.map((age) => inPounds(sums[age])) })),
    count: open.length,
    totals: columns.map((age) => inPounds(total(age))),
  };
}

export type Ageing = Awaited<ReturnType<typeof readAgeing>>;
