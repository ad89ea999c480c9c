import { Link } from "react-router";
import { formatInstant } from "#app/platform/dates.ts";
import { Table } from "#app/ui/table.tsx";
import { COMPLAINT_STATES } from "./complaint-states.ts";
import type { Complaint } from "./complaints.server.ts";

type Row = Pick<Complaint, "id" | "reference" | "state" | "created_at" | "acknowledgeBy">;

export function ComplaintsTable({ complaints }: { complaints: Row[] }) {
  if (complaints.length === 0) return <p>No complaints.</p>;
  return (
    <Table
      caption="Data-protection complaints"
      columns={["Reference", "Received", "State", "Acknowledge by"]}
      rows={complaints.map((one) => ({
        id: one.id,
        cells: [
          <Link to={`/admin/privacy/complaints/${one.id}`}>{one.reference}</Link>,
          formatInstant(one.created_at),
          COMPLAINT_STATES[one.state],
          one.state === "received" ? formatInstant(one.acknowledgeBy) : "Done",
        ],
      }))}
    />
  );
}
