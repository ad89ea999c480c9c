import { Link } from "react-router";
import { formatInstant } from "#app/platform/dates.ts";
import { COMPLAINT_STATES } from "./complaint-states.ts";
import type { Complaint } from "./complaints.server.ts";

type Row = Pick<Complaint, "id" | "reference" | "state" | "created_at" | "acknowledgeBy">;

export function ComplaintsTable({ complaints }: { complaints: Row[] }) {
  if (complaints.length === 0) return <p>No complaints.</p>;
  return (
    <table className="table is-stacked">
      <caption>Data-protection complaints</caption>
      <thead>
        <tr>
          <th scope="col">Reference</th>
          <th scope="col">Received</th>
          <th scope="col">State</th>
          <th scope="col">Acknowledge by</th>
        </tr>
      </thead>
      <tbody>
        {complaints.map((one) => (
          <tr key={one.id}>
            <td data-label="Reference">
              <Link to={`/admin/privacy/complaints/${one.id}`}>{one.reference}</Link>
            </td>
            <td data-label="Received">{formatInstant(one.created_at)}</td>
            <td data-label="State">{COMPLAINT_STATES[one.state]}</td>
            <td data-label="Acknowledge by">
              {one.state === "received" ? formatInstant(one.acknowledgeBy) : "Done"}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
