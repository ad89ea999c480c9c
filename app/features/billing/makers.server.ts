import type { Deps } from "#app/deps.server.ts";
import type { Accounting } from "#app/integrations/accounting/accounting.ts";
import { invoiceRow } from "./invoice-row.server.ts";
import { createOwnAccounting } from "./own/own-accounting.server.ts";
import type { Maker } from "./tables.ts";

/** Who makes new invoices, as the practice has set it; null where nobody does, or Xero's keys are missing. */
export function makerNow({ settings, accounting }: Pick<Deps, "settings" | "accounting">): Maker | null {
  const { maker } = settings.current().invoices;
  if (maker === "here") return "own";
  return maker === "xero" && accounting ? "xero" : null;
}

/** Who made, or would make, the invoices of a booking. */
export async function makerOf(deps: Pick<Deps, "db" | "settings" | "accounting">, bookingId: string) {
  return (await invoiceRow(deps.db, bookingId))?.maker ?? makerNow(deps);
}

/** The accounting of one maker; null for Xero without keys. */
export function accountingOf(deps: Deps, maker: Maker): Accounting | null {
  return maker === "own" ? createOwnAccounting(deps) : deps.accounting;
}

/** The accounting that makes new invoices; null where none does. */
export function accountingNow(deps: Deps): Accounting | null {
  const maker = makerNow(deps);
  return maker && accountingOf(deps, maker);
}

/** Whether anybody says what was paid. */
export const knowsPayments = (deps: Pick<Deps, "settings" | "accounting">) =>
  deps.accounting !== null || makerNow(deps) !== null;
