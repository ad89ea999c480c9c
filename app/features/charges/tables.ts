import { ACCOUNTS, personalTables } from "#app/features/data-protection/personal-tables.ts";
import type { IsoDate } from "#app/platform/dates.ts";
import type { Flag } from "#app/platform/tables.ts";
import type { ChargeKind, ChargeState } from "./charge-kinds.ts";

/** A charge beyond the price. Its amount never changes: another amount is another charge. */
export type ChargeRow = {
  id: string;
  booking_id: string;
  kind: ChargeKind;
  /** The event that it is for, as `Suggestion` names it; null for one that staff thought of. */
  cause: string | null;
  /** Whole pence, VAT included. */
  pence: number;
  /** Per cent. */
  vat_rate: number;
  /** `ChargeDetails`; null after an erasure. */
  details_sealed: string | null;
  state: ChargeState;
  /** The last London day on which the customer can answer; null where nobody asked them. */
  answer_by: IsoDate | null;
  proposed_by: string | null;
  proposed_at: string;
  /** The customer answered by themselves. */
  is_by_customer: Flag;
  decided_by: string | null;
  decided_at: string | null;
  /** Why it was waived, or how somebody agreed to it. */
  decision_sealed: string | null;
  /** The invoice of our own that has it. */
  document_id: string | null;
  /** London day on which staff said that another invoice has it. */
  elsewhere_on: IsoDate | null;
};

declare module "#app/platform/tables.ts" {
  interface Tables {
    charges: ChargeRow;
  }
}

export const personal = personalTables("money", {
  charges: { isExportedByRoom: true, keptFor: "invoices", staysBecause: ACCOUNTS },
});
