import type { BookingLineRow, BookingRow } from "#app/features/booking/fields/tables.ts";
import { depositPence, type InvoiceKind } from "#app/features/booking/money/payment-terms.ts";

/** The lines to invoice for a booking; pence with VAT. An invoice of our own passes through many hands: its lines name
 * the assessments only where the practice wants it. */
export function invoiceLines(
  kind: InvoiceKind,
  booking: BookingRow,
  lines: BookingLineRow[],
  { namesAssessments }: { namesAssessments: boolean },
) {
  if (kind === "deposit") {
    return [
      {
        description: `${booking.deposit_percent}% deposit for booking ${booking.reference}`,
        pence: depositPence(booking.total_pence, booking.deposit_percent),
      },
    ];
  }
  const mode = booking.is_virtual === 1 ? "Virtual" : "Face-to-Face";
  const given = lines.flatMap(({ name, price_pence }) =>
    price_pence === null ? [] : [{ name, pence: price_pence }],
  );
  const plain = (index: number) =>
    `Assessment${given.length > 1 ? ` ${index + 1} of ${given.length}` : ""}, booking ${booking.reference}`;
  const priced = given.map(({ name, pence }, index) => ({
    description: namesAssessments ? `${name} (${mode})` : plain(index),
    pence,
  }));
  return booking.discount_pence > 0
    ? [...priced, { description: "Multi-assessment discount", pence: -booking.discount_pence }]
    : priced;
}
