/** At most one per booking. */
export type InvoiceRow = {
  id: string;
  booking_id: string;
  kind: "full" | "deposit";
  vendor_id: string;
  number: string | null;
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
