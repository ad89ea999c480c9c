import { Link } from "react-router";
import { Badge } from "#app/ui/badge.tsx";
import type { Dashboard } from "./read-dashboard.server.ts";

/** What somebody should do something about today, the most pressing first. */
export function ActionList({ dashboard }: { dashboard: Dashboard }) {
  const { awaitingContact, totals } = dashboard;
  const pendingCount = totals.byStatus.pending.count;
  if (pendingCount === 0) {
    return (
      <section aria-labelledby="needs-action">
        <h2 id="needs-action">Needs action now</h2>
        <p className="note">Nothing is waiting. Well done.</p>
      </section>
    );
  }
  return (
    <section aria-labelledby="needs-action" className="stack">
      <h2 id="needs-action">Needs action now</h2>
      <div className="grid gap-4 lg:grid-cols-3">
        <ActionCard
          heading="Contact within 24 hours"
          more={
            pendingCount > awaitingContact.length
              ? { to: "?status=pending&sort=date&direction=asc", text: `All ${pendingCount} pending` }
              : null
          }
        >
          {awaitingContact.map((booking) => (
            <li key={booking.id}>
              <Link to={`/admin/bookings/${booking.id}`}>{booking.reference}</Link>{" "}
              {booking.referrer_first_name} {booking.referrer_last_name}{" "}
              <Badge colour={booking.promise.isOverdue ? "red" : "yellow"}>{booking.promise.text}</Badge>
            </li>
          ))}
        </ActionCard>
      </div>
    </section>
  );
}

type ActionCardProps = {
  heading: string;
  children: React.ReactNode;
  more: { to: string; text: string } | null;
};

function ActionCard({ heading, children, more }: ActionCardProps) {
  return (
    <div className="card">
      <h3>{heading}</h3>
      <ul className="stack">{children}</ul>
      {more ? <Link to={more.to}>{more.text}</Link> : null}
    </div>
  );
}
