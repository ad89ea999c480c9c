import { Link } from "react-router";
import { statusLabel } from "#app/features/booking/status.ts";
import { formatInstant } from "#app/platform/dates.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Facts } from "#app/ui/lists.tsx";
import { Table } from "#app/ui/table.tsx";
import type { readCasePage } from "./case-page.server.ts";

type CaseFile = Awaited<ReturnType<typeof readCasePage>>;

export function CaseSummary({ file }: { file: CaseFile }) {
  return (
    <Card heading="What we hold">
      <Facts
        rows={[
          ["Customer account", <span className="wrap-anywhere">{file.accounts.join(", ") || "None"}</span>],
          [
            "Bookings",
            file.bookings.length === 0
              ? "None"
              : file.bookings.map((booking) => (
                  <div key={booking.id}>
                    <Link to={`/admin/bookings/${booking.id}`}>{booking.reference}</Link>,{" "}
                    {statusLabel(booking.status)}, {formatInstant(booking.created_at)}
                  </div>
                )),
          ],
        ]}
      />
      <div className="actions">
        <ButtonLink to={`/admin/privacy/cases/${file.id}/report`}>Readable export</ButtonLink>
        <ButtonLink look="quiet" reloadDocument to={`/admin/privacy/cases/${file.id}/export.json`}>
          Machine-readable export (JSON)
        </ButtonLink>
      </div>
    </Card>
  );
}

export function CaseHistory({ history }: Pick<CaseFile, "history">) {
  if (history.length === 0) return <p>Nothing is recorded.</p>;
  return (
    <Table
      caption="Newest first"
      columns={["When", "Who", "What"]}
      rows={history.map(({ id, at, who, what, note }) => ({
        id,
        cells: [formatInstant(at), who, note ? `${what}: ${note}` : what],
      }))}
    />
  );
}
