import type { BookingLineRow, BookingRow } from "#app/features/booking/tables.ts";
import { depositPence, type InvoiceKind } from "#app/features/booking/invoice-plan.ts";

type InvoiceLine = { description: string; pence: number };

/** One line for each priced assessment and one for the discount, adding up to the total. A deposit is one line. */
export function invoiceLines(
  kind: InvoiceKind,
  booking: Pick<
    BookingRow,
    "reference" | "discount_pence" | "total_pence" | "deposit_percent" | "is_virtual"
  >,
  lines: Pick<BookingLineRow, "name" | "price_pence">[],
): InvoiceLine[] {
  if (kind === "deposit") {
    return [
      {
        description: `${booking.deposit_percent}% deposit for booking ${booking.reference}`,
        pence: depositPence(booking.total_pence, booking.deposit_percent),
      },
    ];
  }
  const mode = booking.is_virtual === 1 ? "Virtual" : "Face-to-Face";
  const priced = lines.flatMap((line) =>
    line.price_pence === null ? [] : [{ description: `${line.name} (${mode})`, pence: line.price_pence }],
  );
  return booking.discount_pence > 0
    ? [...priced, { description: "Multi-assessment discount", pence: -booking.discount_pence }]
    : priced;
}
