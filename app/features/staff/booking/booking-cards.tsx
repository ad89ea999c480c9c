import { Link } from "react-router";
import { RESTRICTED } from "#app/features/data-protection/restriction.ts";
import { nextStatuses } from "#app/features/booking/fields/status.ts";
import { Pages } from "#app/kit/pages-nav.tsx";
import { formatInstant, formatShortDate } from "#app/platform/dates.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { Card } from "#app/ui/card.tsx";
import { Fold } from "#app/ui/fold.tsx";
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
        <Alert tone="warning">
          <p>
            <strong>Processing restricted.</strong> {RESTRICTED}
          </p>
        </Alert>
      ) : null}
    </>
  );
}

type Entry = Omit<BookingFile["history"][number], "action">;

function HistoryEntry({ entry, isShort = false }: { entry: Entry; isShort?: boolean }) {
  return (
    <li>
      <div>
        <strong>{entry.what}</strong>
        {entry.fields && !(isShort && entry.fields.length > 60) ? `: ${entry.fields}` : null}
        {entry.changes.length > 0 ? (
          <ul className="list-disc pl-5">
            {entry.changes.map((change) => (
              <li key={change}>{change}</li>
            ))}
          </ul>
        ) : null}
        {entry.note ? <p className="whitespace-pre-line">{entry.note}</p> : null}
      </div>
      <p className="note">
        <time dateTime={entry.at}>{formatInstant(entry.at)}</time>, {entry.who}
      </p>
    </li>
  );
}

/** How many entries the overview shows. */
const LATEST = 3;

/** The latest of the history, with what was written about each contact. */
export function WhatHappened({ file: { booking, history, contacts } }: { file: BookingFile }) {
  const logged = contacts.map(({ outcome, nextDay, note, ...contact }) => ({
    ...contact,
    what: `${outcome}${nextDay ? `. Next contact ${formatShortDate(nextDay)}` : ""}`,
    fields: "",
    changes: [],
    note,
  }));
  const others = history.filter(({ action }) => contacts.length === 0 || action !== "booking.contacted");
  const entries = [...logged, ...others].toSorted((one, other) => other.at.localeCompare(one.at));
  return (
    <Card
      heading="What happened"
      action={<Link to={`/admin/bookings/${booking.id}?view=history`}>All that happened</Link>}
    >
      {entries.length > 0 ? (
        <ol className="happened">
          {entries.slice(0, LATEST).map((entry) => (
            <HistoryEntry key={entry.id} entry={entry} isShort />
          ))}
        </ol>
      ) : (
        <p className="note">Nothing has been recorded yet.</p>
      )}
    </Card>
  );
}

export function BookingHistory({ history, at }: Pick<BookingFile, "history" | "at">) {
  return (
    <Card heading="History">
      {history.length === 0 ? (
        <p className="note">Nothing has been recorded yet.</p>
      ) : (
        <ol className="happened">
          {history.map((entry) => (
            <HistoryEntry key={entry.id} entry={entry} />
          ))}
        </ol>
      )}
      <Pages at={at.history} of="entries" />
    </Card>
  );
}

type LinksProps = {
  file: BookingFile;
  /** Null for those who may not read the log. */
  concernCount: number | null;
  /** An assessor recorded how a visit went: the tab "Visit" has it. */
  hasOutcome: boolean;
};

/** Links to papers and forms of the booking, and to the acts that are seldom needed. */
export function BookingLinks({ file, concernCount, hasOutcome }: LinksProps) {
  const { booking, isErased, isRestricted, status } = file;
  const path = `/admin/bookings/${booking.id}`;
  return (
    <nav aria-label="More about this booking" className="flex flex-wrap gap-x-5 gap-y-2 no-print">
      {isErased ? null : (
        <>
          <Link to={`/referral-form/${booking.id}`}>Open the referral forms</Link>
          <Link to={`${path}/parts`}>Parts asked of others</Link>
          <Link to={`${path}/documents`}>Open the documents</Link>
          <Link to={`${path}/report`}>Open the report</Link>
        </>
      )}
      {hasOutcome ? <Link to={`${path}/visit`}>From the assessor</Link> : null}
      <Link to={`${path}/concern`}>Record a concern</Link>
      {concernCount === null ? null : (
        <Link to={`${path}/concerns`}>
          Safeguarding log ({concernCount === 1 ? "1 entry" : `${concernCount} entries`})
        </Link>
      )}
      {nextStatuses(status).includes("cancelled") && !isRestricted ? (
        <Link to={`${path}/cancel`}>Cancel this booking</Link>
      ) : null}
    </nav>
  );
}

export function JobsCard({ jobs, at }: Pick<BookingFile, "jobs" | "at">) {
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
      <Pages at={at.jobs} of="mails and invoices" />
    </Fold>
  );
}

export function ContactLog({ contacts, at }: Pick<BookingFile, "contacts" | "at">) {
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
      <Pages at={at.contacts} of="contacts" />
    </Card>
  );
}
