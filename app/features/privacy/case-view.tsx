import { Link } from "react-router";
import { statusLabel } from "#app/features/booking/status.ts";
import { formatInstant } from "#app/platform/dates.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Facts } from "#app/ui/lists.tsx";
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
    <table className="table is-stacked">
      <caption>Newest first</caption>
      <thead>
        <tr>
          <th scope="col">When</th>
          <th scope="col">Who</th>
          <th scope="col">What</th>
        </tr>
      </thead>
      <tbody>
        {history.map((entry) => (
          <tr key={entry.id}>
            <td data-label="When">{formatInstant(entry.at)}</td>
            <td data-label="Who">{entry.who}</td>
            <td data-label="What">
              {entry.what}
              {entry.note ? `: ${entry.note}` : ""}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
