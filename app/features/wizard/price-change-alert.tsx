import { Alert } from "#app/ui/alert.tsx";
import { Table } from "#app/ui/table.tsx";
import type { PriceChange } from "./price-change.ts";

/** Old and new prices, before anything is booked at the new ones. */
export function PriceChangeAlert({ change }: { change: PriceChange }) {
  return (
    <Alert tone="warning" heading="Our prices have changed since you chose" className="mb-4" isLive>
      <p>Nothing has been booked yet. Please look at the new prices, and confirm if you agree.</p>
      <Table
        className="table is-stacked mt-3"
        caption="Old and new prices"
        columns={["What", "Before", "Now"]}
        rows={change.rows.map(({ name, from, to }) => ({
          id: name,
          cells: [name, <del>{from}</del>, <strong>{to}</strong>],
        }))}
      />
    </Alert>
  );
}
