import { formatLongDate, formatInstant, formatShortDate } from "#app/platform/dates.ts";
import { formatPoundsAndPence } from "#app/platform/money.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Card } from "#app/ui/card.tsx";
import { Facts } from "#app/ui/lists.tsx";
import type { BookingFile } from "./read-booking-file.server.ts";
import { Link } from "react-router";
import { Badge } from "#app/ui/badge.tsx";
import { PROGRESS_LABELS } from "#app/features/referral/journey.ts";

export function BookingHistory({ history }: { history: BookingFile["history"] }) {
  if (history.length === 0) return <p className="note">Nothing has been recorded yet.</p>;
  return (
    <ol className="stack">
      {history.map((entry) => (
        <li key={entry.id}>
          <strong>{entry.what}</strong>
          {entry.fields ? `: ${entry.fields}` : null}
          {entry.changes.length > 0 ? (
            <ul className="list-disc pl-5">
              {entry.changes.map((change) => (
                <li key={change}>{change}</li>
              ))}
            </ul>
          ) : null}
          {entry.note ? <p>{entry.note}</p> : null}
          <p className="note">
            <time dateTime={entry.at}>{formatInstant(entry.at)}</time>, {entry.who}
          </p>
        </li>
      ))}
    </ol>
  );
}

type ReferralCardProps = { bookingId: string; referral: BookingFile["referral"] };

export function ReferralCard({ bookingId, referral }: ReferralCardProps) {
  const { submittedAt, isChangedSince, steps, completeCount, sectionCount } = referral;
  const isBegun = steps.some((step) => (step.progress ?? "not-started") !== "not-started");
  return (
    <Card heading="Referral forms" className="stack">
      <p>
        {submittedAt ? `Submitted ${formatInstant(submittedAt)}` : "Not submitted yet"}
        {isChangedSince ? ", and changed since" : ""}. {completeCount} of {sectionCount} sections complete.
      </p>
      {isBegun ? (
        <Facts
          rows={steps.map(
            (step) =>
              step.kind === "section" && [step.title, PROGRESS_LABELS[step.progress ?? "not-started"]],
          )}
        />
      ) : null}
      <p className="flex flex-wrap gap-x-5 gap-y-2">
        <Link to={`/referral-form/${bookingId}`}>Open the referral forms</Link>
        <Link to={`/referral-form/${bookingId}/print`}>Print view</Link>
      </p>
    </Card>
  );
}

export function JobsCard({ jobs }: { jobs: BookingFile["jobs"] }) {
  if (jobs.length === 0) {
    return (
      <p className="card">
        <strong>Mails and invoices</strong>: nothing was sent yet.
      </p>
    );
  }
  return (
    <Card heading="Mails and invoices" className="action-card">
      <ul>
        {jobs.map((job) => (
          <li key={job.id}>
            <Link to={`/admin/outbox/${job.id}`}>{job.label}</Link>
            <p className="note">{formatInstant(job.finishedAt ?? job.nextAttemptAt ?? job.createdAt)}</p>
            <Badge colour={job.state.colour}>{job.state.label}</Badge>
          </li>
        ))}
      </ul>
    </Card>
  );
}

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

export function ContactLog({ contacts }: { contacts: BookingFile["contacts"] }) {
  if (contacts.length === 0) {
    return (
      <p className="card">
        <strong>Contacts with the referrer</strong>: none logged yet.
      </p>
    );
  }
  return (
    <Card heading="Contacts with the referrer">
      <ol className="stack">
        {contacts.map((contact) => (
          <li key={contact.id}>
            <strong>{contact.outcome}</strong>
            {contact.nextDay ? `, next contact ${formatShortDate(contact.nextDay)}` : null}
            {contact.note ? <p className="whitespace-pre-line">{contact.note}</p> : null}
            <p className="note">
              <time dateTime={contact.at}>{formatInstant(contact.at)}</time>, {contact.who}
            </p>
          </li>
        ))}
      </ol>
    </Card>
  );
}
