import { Alert } from "#app/ui/alert.tsx";
import type { PriceChange } from "./price-change.ts";

/** Old and new prices, before anything is booked at the new ones. */
export function PriceChangeAlert({ change }: { change: PriceChange }) {
  return (
    <Alert tone="warning" heading="Our prices have changed since you chose" className="mb-4" isLive>
      <p>Nothing has been booked yet. Please look at the new prices, and confirm if you agree.</p>
      <table className="table is-stacked mt-3">
        <caption>Old and new prices</caption>
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col">Before</th>
            <th scope="col">Now</th>
          </tr>
        </thead>
        <tbody>
          {change.rows.map(({ name, from, to }) => (
            <tr key={name}>
              <td data-label="What">{name}</td>
              <td data-label="Before">
                <del>{from}</del>
              </td>
              <td data-label="Now">
                <strong>{to}</strong>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Alert>
  );
}
