import type { VendorStatus } from "#app/integrations/accounting/accounting.ts";
import type { Generated } from "kysely";

/** At most one per booking. */
export type InvoiceRow = {
  id: string;
  booking_id: string;
  kind: "full" | "deposit";
  vendor_id: string;
  number: string | null;
  online_url: string | null;
  /** The amount for which it was made. */
  amount_pence: number;
  /** London days. */
  issued_on: string;
  due_on: string;
  created_at: string;
  /** Amounts of booking and invoice when staff said that the two may differ; null until they did. */
  accepted_wanted_pence: number | null;
  accepted_standing_pence: number | null;
  /** The rest is as the accounting system last said; null until it was asked. */
  vendor_status: Generated<VendorStatus>;
  vendor_total_pence: number | null;
  vendor_due_on: string | null;
  paid_pence: number | null;
  credited_pence: number | null;
  /** London day. */
  paid_on: string | null;
  /** UTC. */
  read_at: string | null;
  /** UTC instant of the next look; null when none is needed any more. */
  next_read_at: Generated<string | null>;
};

declare module "#app/platform/tables.ts" {
  interface Tables {
    invoices: InvoiceRow;
  }
}
