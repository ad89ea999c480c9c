/** An invoice in the accounting system, at most one for a booking. */
export type InvoiceRow = {
  id: string;
  booking_id: string;
  kind: "full" | "deposit";
  /** The accounting system's own id. */
  vendor_id: string;
  /** Its number there, for people; null for those made before we kept it. */
  number: string | null;
  /** Where it can be seen and paid. */
  online_url: string | null;
  amount_pence: number;
  /** London days. */
  issued_on: string;
  due_on: string;
  created_at: string;
};

declare module "#app/platform/tables.ts" {
  interface Tables {
    invoices: InvoiceRow;
  }
}
