import { Link } from "react-router";
import { RESTRICTED } from "#app/features/data-protection/restriction.ts";
import { PROGRESS_LABELS } from "#app/features/referral/journey.ts";
import { REPORT_STATES } from "#app/features/report/report-words.ts";
import { formatInstant, formatShortDate } from "#app/platform/dates.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { Card } from "#app/ui/card.tsx";
import { Fold } from "#app/ui/fold.tsx";
import { Facts } from "#app/ui/lists.tsx";
import type { BookingFile } from "./read-booking-file.server.ts";

/** Warnings that staff must see before they do anything with the booking. */
export function BookingWarnings({ file }: { file: BookingFile }) {
  return (
    <>
      {file.outsideAct.length > 0 ? (
        <Alert tone="warning" heading="The Mental Capacity Act may not apply here">
          <p>
            {file.outsideAct.join(" ")} The Act applies in England and Wales only. Please check with the
            referrer before the visit.
          </p>
        </Alert>
      ) : null}
      {file.isRestricted ? (
        <Alert tone="bad">
          <p>
            <strong>Processing restricted.</strong> {RESTRICTED}
          </p>
        </Alert>
      ) : null}
    </>
  );
}

/** `entryCount` is null for those who may not read the log. */
export function SafeguardingCard({
  bookingId,
  entryCount,
}: {
  bookingId: string;
  entryCount: number | null;
}) {
  const at = `/admin/bookings/${bookingId}`;
  return (
    <Card heading="Safeguarding" className="no-print">
      <p className="flex flex-wrap gap-x-5 gap-y-2">
        <Link to={`${at}/concern`}>Record a concern</Link>
        {entryCount === null ? null : (
          <Link to={`${at}/concerns`}>
            Safeguarding log ({entryCount === 1 ? "1 entry" : `${entryCount} entries`})
          </Link>
        )}
      </p>
    </Card>
  );
}

export function BookingHistory({ history }: { history: BookingFile["history"] }) {
  return (
    <Fold heading="History">
      {history.length === 0 ? (
        <p className="note">Nothing has been recorded yet.</p>
      ) : (
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
      )}
    </Fold>
  );
}

type ReferralCardProps = { bookingId: string; referral: BookingFile["referral"] };

export function ReferralCard({ bookingId, referral }: ReferralCardProps) {
  const { submittedAt, isChangedSince, steps, completeCount, sectionCount } = referral;
  const isBegun = steps.some((step) => (step.progress ?? "not-started") !== "not-started");
  return (
    <Fold heading="Referral forms" className="stack">
      <p>
        {[
          submittedAt ? `Submitted ${formatInstant(submittedAt)}` : "Not submitted yet",
          isChangedSince ? ", and changed since" : "",
          `. ${completeCount} of ${sectionCount} sections complete.`,
        ].join("")}
      </p>
      {isBegun ? (
        <Facts
          rows={steps.map(
            (step) =>
              step.kind === "section" && [step.title, PROGRESS_LABELS[step.progress ?? "not-started"]],
          )}
        />
      ) : null}
      <p className="no-print flex flex-wrap gap-x-5 gap-y-2">
        <Link to={`/referral-form/${bookingId}`}>Open the referral forms</Link>
        <Link to={`/referral-form/${bookingId}/print`}>Print view</Link>
        <Link to={`/referral-form/${bookingId}/cop3`}>Draft for form COP3</Link>
        <Link to={`/admin/bookings/${bookingId}/parts`}>Parts asked of others</Link>
      </p>
    </Fold>
  );
}

export function PapersCard({ file }: { file: BookingFile }) {
  const { booking, documentCount, reports } = file;
  const [newest] = reports;
  const page = `/admin/bookings/${booking.id}`;
  return (
    <p className="card">
      <strong>Documents</strong>: {documentCount || "none yet"}.{" "}
      <Link to={`${page}/documents`}>Open the documents</Link>
      <br />
      <strong>Report</strong>:{" "}
      {newest ? `version ${newest.version}, ${REPORT_STATES[newest.state].toLowerCase()}` : "none yet"}.{" "}
      <Link to={`${page}/report`}>Open the report</Link>
    </p>
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
    <Fold heading="Mails and invoices">
      <ul>
        {jobs.map((job) => (
          <li key={job.id}>
            <Link to={`/admin/outbox/${job.id}`}>{job.label}</Link>
            <p className="note">{formatInstant(job.finishedAt ?? job.nextAttemptAt ?? job.createdAt)}</p>
            <Badge colour={job.state.colour}>{job.state.label}</Badge>
          </li>
        ))}
      </ul>
    </Fold>
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
