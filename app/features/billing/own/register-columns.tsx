import { Link } from "react-router";
import { formatShortDate, type IsoDate } from "#app/platform/dates.ts";
import { formatPoundsAndPence } from "#app/platform/money.ts";
import type { ListColumn } from "#app/ui/list.tsx";
import type { RateSums } from "./sums.ts";

/** An invoice, credit note, payment or refund. */
export type Entry = {
  id: string;
  bookingId: string;
  kind: "Invoice" | "Credit note" | "Payment" | "Refund";
  /** A payment has those of its booking’s invoices. */
  number: string;
  day: IsoDate;
  /** Null of what is no document. */
  taxPoint: IsoDate | null;
  buyer: string;
  reference: string;
  /** Whole pence; negative for credit notes and refunds. */
  netPence: number;
  vatPence: number;
  grossPence: number;
  rates: RateSums[];
  /** Paid of an invoice; null of anything else. */
  paidPence: number | null;
  note: string;
};

export const signed = (pence: number) =>
  pence < 0 ? `−${formatPoundsAndPence(-pence)}` : formatPoundsAndPence(pence);

/** Columns of the page and of the file for the accountant, which has the VAT at each of these rates. */
export const registerColumns = (rates: readonly number[]): ListColumn<Entry>[] => [
  { name: "Kind", csv: ({ kind }) => kind },
  {
    name: "Number",
    cell: ({ id, kind, number, taxPoint }) =>
      taxPoint === null ? `${kind} ${number}`.trim() : <Link to={`/admin/invoices/${id}`}>{number}</Link>,
    csv: ({ number }) => number,
  },
  { name: "Day", cell: ({ day }) => formatShortDate(day), csv: ({ day }) => day },
  {
    name: "Tax point",
    cell: ({ taxPoint }) => taxPoint && formatShortDate(taxPoint),
    csv: ({ taxPoint }) => taxPoint,
  },
  { name: "Buyer", cell: ({ buyer, note }) => buyer || note, csv: ({ buyer }) => buyer },
  {
    name: "Booking",
    cell: ({ bookingId, reference }) => <Link to={`/admin/bookings/${bookingId}/invoices`}>{reference}</Link>,
    csv: ({ reference }) => reference,
  },
  {
    name: "Net",
    cell: ({ taxPoint, netPence }) => (taxPoint === null ? "" : signed(netPence)),
    pence: ({ taxPoint, netPence }) => (taxPoint === null ? null : netPence),
  },
  ...rates.map((rate): ListColumn<Entry> => ({
    name: `VAT at ${rate}%`,
    pence: ({ taxPoint, rates }) =>
      taxPoint === null ? null : (rates.find(({ vatRate }) => vatRate === rate)?.vatPence ?? 0),
  })),
  {
    name: "VAT",
    cell: ({ rates }) => rates.map(({ vatRate, vatPence }) => `${signed(vatPence)} (${vatRate}%)`).join(", "),
    pence: ({ taxPoint, vatPence }) => (taxPoint === null ? null : vatPence),
  },
  {
    name: "Gross",
    cell: ({ grossPence }) => signed(grossPence),
    pence: ({ taxPoint, grossPence }) => (taxPoint === null ? null : grossPence),
  },
  {
    name: "Paid",
    cell: ({ paidPence }) => (paidPence === null ? "" : formatPoundsAndPence(paidPence)),
    pence: ({ paidPence }) => paidPence,
  },
  { name: "Received", pence: ({ taxPoint, grossPence }) => (taxPoint === null ? grossPence : null) },
  { name: "Note", csv: ({ note }) => note },
];
