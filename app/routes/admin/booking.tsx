import { Link, useActionData } from "react-router";
import { requireStaff } from "#app/features/accounts/sign-in/guards.server.ts";
import { answerBookingPage } from "#app/features/staff/booking/answer-booking-page.server.ts";
import { InvoiceCard } from "#app/features/staff/booking/invoice-card.tsx";
import { BookingActions } from "#app/features/staff/booking/booking-actions.tsx";
import { BookingLead, BookingFacts } from "#app/features/staff/booking/booking-file.tsx";
import { openBookingFile, type BookingFile } from "#app/features/staff/booking/read-booking-file.server.ts";
import { NeedsBox } from "#app/features/visits/needs-box.tsx";
import { readVisitRecords } from "#app/features/visits/staff-records.server.ts";
import { UnsafeVisits, VisitRecordsCard } from "#app/features/visits/visit-records.tsx";
import { VisitActions, VisitsCard } from "#app/features/staff/visits/visits-card.tsx";
import { AnsweredRequests } from "#app/features/staff/booking/open-requests.tsx";
import { countConcernEntries } from "#app/features/safeguarding/concerns.server.ts";
import { RESTRICTED } from "#app/features/data-protection/restriction.ts";
import { Alert, Done } from "#app/ui/alert.tsx";
import { Card } from "#app/ui/card.tsx";
import { Page } from "#app/ui/page.tsx";
import { useDone } from "#app/ui/use-done.ts";
import { formatInstant, formatShortDate } from "#app/platform/dates.ts";
import { Facts } from "#app/ui/lists.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { REPORT_STATES } from "#app/features/report/report-words.ts";
import { PROGRESS_LABELS } from "#app/features/referral/journey.ts";
import { once } from "#app/platform/http/once.server.ts";
import type { Route } from "./+types/booking";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { deps, by, user } = await requireStaff(context, request);
  const file = await openBookingFile(deps, params.bookingId, by);
  const concernCount = user.seesConcerns ? await countConcernEntries(deps, file.booking.id) : null;
  return { file, concernCount, records: await readVisitRecords(deps, params.bookingId) };
}

export const action = once(async ({ request, params, context }: Route.ActionArgs) => {
  const { deps, by } = await requireStaff(context, request);
  return answerBookingPage({ deps, by, bookingId: params.bookingId, form: await request.formData() });
});

export { revalidateAfterConflict as shouldRevalidate } from "#app/forms/revalidate-after-conflict.ts";

const DONE = {
  status: "The status was changed.",
  contact: "The contact was logged.",
  owner: "The owner was changed.",
  "billing-changed": "The invoice has the billing details now.",
  invoice: "This is what Xero says now.",
  edited: "Your changes were saved.",
  taken: "The booking was made.",
  concern: "The concern was recorded, and those who look after safeguarding are told.",
  "request-date": "The request was answered.",
  "request-cancel": "The request was answered.",
  unchanged: "Nothing was different, so nothing was saved.",
  "visit-agreed": "The visit was agreed.",
  "visit-moved": "The visit was moved.",
  "visit-reassigned": "The visit was given to another assessor.",
  "visit-cancelled": "The visit was cancelled.",
  "visit-not-held": "It was recorded that the visit did not take place.",
  "visit-asked": "The assessors were asked.",
  "dealt-with": "The unsafe visit is marked as dealt with.",
  question: "The question was withdrawn.",
  link: "A fresh link is on its way to the referrer.",
  "link-replaced": "A fresh link is on its way to the referrer. Earlier links no longer work.",
};

export default function BookingPage({ loaderData: { file, concernCount, records } }: Route.ComponentProps) {
  const said = useDone(DONE);
  // After a refusal the forms stay, with what was typed: somebody may have restricted the booking since.
  const isRefused = useActionData() !== undefined;
  const { booking } = file;
  return (
    <Page title={`Booking ${booking.bookingReference}`}>
      <BookingLead file={file} />
      <Done text={said} />
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
      <UnsafeVisits reports={records.reports} />
      <NeedsBox needs={records.needs} earlier={records.earlier} />
      <div className="columns">
        <div className="document">
          {file.isErased ? null : <VisitsCard bookingId={booking.id} visits={file.visits} />}
          <VisitRecordsCard records={records} />
          <BookingFacts file={file} />
          {file.invoice ? <InvoiceCard invoice={file.invoice} /> : null}
          {file.isErased ? null : (
            <>
              <AnsweredRequests requests={file.requests} />
              <ContactLog contacts={file.contacts} />
              <ReferralCard bookingId={booking.id} referral={file.referral} />
              <PapersCard file={file} />
            </>
          )}
          {file.isErased && file.jobs.length === 0 ? null : <JobsCard jobs={file.jobs} />}
          <SafeguardingCard bookingId={booking.id} entryCount={concernCount} />
          <Card heading="History">
            <BookingHistory history={file.history} />
          </Card>
        </div>
        {file.isRestricted && !isRefused ? null : (
          <BookingActions file={file}>
            {file.isErased ? null : <VisitActions bookingId={booking.id} visits={file.visits} />}
          </BookingActions>
        )}
      </div>
    </Page>
  );
}

/** `entryCount` is null for those who may not read the log. */
function SafeguardingCard({ bookingId, entryCount }: { bookingId: string; entryCount: number | null }) {
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

function BookingHistory({ history }: { history: BookingFile["history"] }) {
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

function ReferralCard({ bookingId, referral }: ReferralCardProps) {
  const { submittedAt, isChangedSince, steps, completeCount, sectionCount } = referral;
  const isBegun = steps.some((step) => (step.progress ?? "not-started") !== "not-started");
  return (
    <Card heading="Referral forms" className="stack">
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
      </p>
    </Card>
  );
}

function PapersCard({ file }: { file: BookingFile }) {
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

function JobsCard({ jobs }: { jobs: BookingFile["jobs"] }) {
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

function ContactLog({ contacts }: { contacts: BookingFile["contacts"] }) {
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
