import { formatLongDate } from "#app/platform/dates.ts";
import { formatPoundsAndPence } from "#app/platform/money.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Card } from "#app/ui/card.tsx";
import { Facts } from "#app/ui/lists.tsx";
import type { BookingFile } from "./read-booking-file.server.ts";

/** A booking's invoice, and what staff must do by hand if the booking changed since. */
export function InvoiceCard({ invoice }: { invoice: NonNullable<BookingFile["invoice"]> }) {
  return (
    <Card heading="Invoice" className="stack">
      {invoice.task ? (
        <Alert tone="bad" heading="The booking was changed after its invoice was made">
          <p>{invoice.task}</p>
        </Alert>
      ) : null}
      <Facts
        rows={[
          ["Number", invoice.number ?? "Not known here: look for the booking's reference in Xero"],
          ["Kind", invoice.kind === "deposit" ? `${invoice.depositPercent}% deposit` : "Whole amount"],
          ["Amount", formatPoundsAndPence(invoice.amountPence)],
          ["Made", formatLongDate(invoice.issuedOn)],
          ["Due", formatLongDate(invoice.dueOn)],
          invoice.onlineUrl !== null && ["Page", <a href={invoice.onlineUrl}>See the invoice</a>],
        ]}
      />
    </Card>
  );
}
