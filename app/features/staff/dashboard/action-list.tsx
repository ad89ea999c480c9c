import { promiseText } from "#app/features/catalogue/catalogue.ts";
import { Link } from "react-router";
import { DOCUMENT_KINDS } from "#app/features/documents/kinds.ts";
import { LATE_BILLING, LATE_CANCELLING } from "#app/features/booking/money/billing.ts";
import { requestWords } from "#app/features/booking/record/request-words.ts";
import { MAX_COUNTED } from "#app/features/stage/stage.ts";
import { Fold } from "#app/ui/fold.tsx";
import { PostForm } from "#app/forms/post-form.tsx";
import { formatInstant } from "#app/platform/dates.ts";
import { formatPoundsAndPence } from "#app/platform/money.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { PhoneLink } from "#app/ui/phone-link.tsx";
import { EmailLink } from "#app/ui/email-link.tsx";
import { ActionItem, allOf, dayOf, placeOf, whoOf, type ActionGroup } from "./action-item.tsx";
import type { Dashboard } from "./read-dashboard.server.ts";
import { reportGroups } from "./report-groups.tsx";
import { officeNotesGroup, placesGroup, troubledGroup, visitGroups } from "./visit-groups.tsx";

function groupsOf(dashboard: Dashboard): ActionGroup[] {
  return [
    ...(dashboard.concerns ? [concernsGroup(dashboard)] : []),
    ...(dashboard.cardPayments.length > 0 ? [cardPaymentsGroup(dashboard)] : []),
    ...(dashboard.cardReturns.length > 0 ? [cardReturnsGroup(dashboard)] : []),
    ...(dashboard.refunds ? [refundsGroup(dashboard)] : []),
    troubledGroup(dashboard),
    placesGroup(dashboard),
    officeNotesGroup(dashboard),
    requestsGroup(dashboard),
    contactGroup(dashboard),
    infectedGroup(dashboard),
    partsGroup(dashboard),
    ...visitGroups(dashboard.visits),
    outcomeMissingGroup(dashboard),
    ...reportGroups(dashboard),
    ...[toCompleteGroup, missingFormsGroup, toInvoiceGroup, billingGroup, overdueGroup, failedJobsGroup].map(
      (group) => group(dashboard),
    ),
  ];
}

const isOpen = ({ items }: ActionGroup) => items.length > 0;

/** How many wait for what, above the list. */
export function ActionQueue({ dashboard }: { dashboard: Dashboard }) {
  const groups = groupsOf(dashboard);
  const quiet = groups.filter((group) => !isOpen(group) && group.emptyText);
  return (
    <section aria-labelledby="needs-action">
      <h2 id="needs-action">Needs action now</h2>
      <Queue groups={groups.filter(isOpen)} />
      {quiet.length > 0 ? (
        <details className="queue-empty">
          <summary>Nothing else waits</summary>
          <p className="note">{quiet.map(({ emptyText }) => emptyText).join(" ")}</p>
        </details>
      ) : null}
    </section>
  );
}

/** The first bookings of each queue with what is to be done about them, below the list. */
export function ActionCards({ dashboard }: { dashboard: Dashboard }) {
  const open = groupsOf(dashboard).filter(isOpen);
  if (open.length === 0) return null;
  return (
    <Fold heading="The first of each" className="action-fold">
      <div className="action-cards">
        {open.map((group) => (
          <ActionCard key={group.heading} {...group} />
        ))}
      </div>
    </Fold>
  );
}

const cardId = (heading: string) => heading.toLowerCase().replaceAll(/[^a-z]+/g, "-");

/** How many wait for what, in one row; each leads to its bookings, filtered, or to its card. */
function Queue({ groups }: { groups: ActionGroup[] }) {
  return (
    <nav className="queue no-print" aria-label="What waits">
      {groups.map(({ heading, items, count = items.length, at }) => (
        <Link key={heading} to={at ? `/admin/dashboard?stage=${at}` : `#${cardId(heading)}`}>
          {heading} <b>{count ?? `${MAX_COUNTED}+`}</b>
        </Link>
      ))}
    </nav>
  );
}

function cardPaymentsGroup({ cardPayments }: Dashboard): ActionGroup {
  return {
    heading: "Card payments to check",
    emptyText: "",
    more: <Link to="/admin/payments">All payments</Link>,
    items: cardPayments.map(({ id, bookingId, reference, why }) => (
      <li key={id}>
        <Link className="inline-block" to={`/admin/bookings/${bookingId}/invoices`}>
          {reference}
        </Link>
        <p className="note">{why}</p>
      </li>
    )),
  };
}

function cardReturnsGroup({ cardReturns }: Dashboard): ActionGroup {
  return {
    heading: "Refunds and disputes at Stripe",
    emptyText: "",
    more: <Link to="/admin/payments">All payments</Link>,
    items: cardReturns.map(({ id, bookingId, reference, what, answerBy }) => (
      <li key={id}>
        <Link className="inline-block" to={`/admin/bookings/${bookingId}/invoices`}>
          {reference}
        </Link>
        <p className="note">{what}</p>
        {answerBy ? <Badge colour="red">{`Answer by ${answerBy}`}</Badge> : null}
      </li>
    )),
  };
}

function refundsGroup({ refunds }: Dashboard): ActionGroup {
  return {
    heading: "Refunds due",
    emptyText: "",
    more: <Link to="/admin/payments">All payments</Link>,
    items: (refunds ?? []).map(({ bookingId, reference, credit, dueOn, isLate }) => (
      <li key={bookingId}>
        <Link className="inline-block" to={`/admin/bookings/${bookingId}/invoices`}>
          {reference}
        </Link>
        <p className="note">Pay back by {dueOn}</p>
        <Badge colour={isLate ? "red" : "yellow"}>{credit}</Badge>
      </li>
    )),
  };
}

function concernsGroup({ concerns }: Dashboard): ActionGroup {
  return {
    heading: "Safeguarding concerns",
    emptyText: "No safeguarding concern is open.",
    more: null,
    items: (concerns ?? []).map(({ id, booking_id, reference, at }) => (
      <li key={id}>
        <Link className="inline-block" to={`/admin/bookings/${booking_id}/concerns`}>
          {reference}
        </Link>
        <p className="note">Recorded {formatInstant(at)}</p>
      </li>
    )),
  };
}

function requestsGroup({ requests }: Dashboard): ActionGroup {
  return {
    heading: "Requests of referrers",
    emptyText: "No request waits for an answer.",
    ...allOf(requests, "request"),
    items: requests.shown.map((request) => (
      <ActionItem
        key={request.id}
        booking={request.booking}
        about={[whoOf(request.booking), `Sent ${formatInstant(request.created_at)}`]}
      >
        <strong>Asks for {requestWords(request)}</strong>
      </ActionItem>
    )),
  };
}

/** Parts that others did not send in time although a visit is to come, and fees that they ask for. */
function partsGroup({ overdueParts: { shown, count } }: Dashboard): ActionGroup {
  return {
    heading: "Parts overdue before a visit",
    emptyText: "",
    more: count > shown.length ? `The first ${shown.length} of ${count}` : null,
    items: shown.map(({ id, bookingId, reference, name, visit, isOverdue, hasFee }) => (
      <li key={id}>
        <Link className="inline-block" to={`/admin/bookings/${bookingId}/parts/${id}`}>
          {reference}
        </Link>
        <p className="note wrap-anywhere">
          {name}
          {visit ? `, visit on ${visit}` : ""}
        </p>
        {isOverdue ? <Badge colour="red">Not sent in time</Badge> : null}
        {hasFee ? <Badge colour="yellow">Asks for a fee</Badge> : null}
      </li>
    )),
  };
}

function contactGroup({ awaitingContact }: Dashboard): ActionGroup {
  return {
    heading: `Contact within ${promiseText()}`,
    emptyText: "Everybody has been contacted.",
    ...allOf(awaitingContact, "contact"),
    items: awaitingContact.shown.map((booking) => (
      <ActionItem
        key={booking.id}
        booking={booking}
        about={[whoOf(booking), placeOf(booking), `Booked ${formatInstant(booking.created_at)}`]}
      >
        {booking.prefer_earlier_date === 1 ? <Badge colour="red">Urgent</Badge> : null}
        <Badge colour={booking.promise.isOverdue ? "red" : "yellow"}>{booking.promise.text}</Badge>
      </ActionItem>
    )),
  };
}

function outcomeMissingGroup({ outcomeMissing }: Dashboard): ActionGroup {
  return {
    heading: "Outcome missing",
    emptyText: "",
    ...allOf(outcomeMissing, "outcome-missing"),
    items: outcomeMissing.shown.map((booking) => (
      <ActionItem
        key={booking.id}
        booking={booking}
        about={[dayOf(booking), whoOf(booking), placeOf(booking)]}
      >
        <strong>{booking.next}</strong>
        {booking.assessor?.phone ? <PhoneLink number={booking.assessor.phone} /> : null}
        {booking.assessor ? <EmailLink email={booking.assessor.email} /> : null}
      </ActionItem>
    )),
  };
}

function toCompleteGroup({ toComplete }: Dashboard): ActionGroup {
  return {
    heading: "To mark as completed",
    emptyText: "No booking is to be completed.",
    note: "The referrer is told by email.",
    ...allOf(toComplete, "to-complete"),
    items: toComplete.shown.map((booking) => (
      <ActionItem
        key={booking.id}
        booking={booking}
        about={[
          `${dayOf(booking)}, ${booking.isReportReleased ? "report released" : "date past"}`,
          whoOf(booking),
          placeOf(booking),
        ]}
      >
        <PostForm action={`/admin/bookings/${booking.id}`}>
          <input type="hidden" name="status" value="completed" />
          <input type="hidden" name="version" value={booking.version} />
          <input type="hidden" name="notify" value="on" />
          <input type="hidden" name="next" value="dashboard" />
          <Button look="quiet" isSmall aria-label={`Mark as completed: ${booking.reference}`}>
            Mark as completed
          </Button>
        </PostForm>
      </ActionItem>
    )),
  };
}

function infectedGroup({ infectedFiles }: Dashboard): ActionGroup {
  return {
    heading: "Files with a virus",
    emptyText: "",
    ...allOf(infectedFiles, "virus"),
    items: infectedFiles.shown.map(({ id, bookingId, purpose, kind, reference, foundAt }) => (
      <li key={id}>
        <Link
          className="inline-block"
          to={`/admin/bookings/${bookingId}/${purpose === "report" ? "report" : "documents"}`}
        >
          {reference}
        </Link>
        <p className="note">
          {purpose === "report" ? "Report" : DOCUMENT_KINDS[kind]}, found {formatInstant(foundAt ?? "")}
        </p>
        <strong>{purpose === "report" ? "Return or withdraw it" : "Ask for it again, then delete it"}</strong>
      </li>
    )),
  };
}

function missingFormsGroup({ withoutReferral }: Dashboard): ActionGroup {
  return {
    heading: "Referral forms not submitted",
    emptyText: "No forms are missing for the next assessments.",
    ...allOf(withoutReferral, "referral-forms"),
    items: withoutReferral.shown.map((booking) => (
      <ActionItem key={booking.id} booking={booking} about={[whoOf(booking), placeOf(booking)]}>
        <strong>{dayOf(booking)}</strong>
      </ActionItem>
    )),
  };
}

function toInvoiceGroup({ toInvoice }: Dashboard): ActionGroup {
  return {
    heading: "Completed and not invoiced",
    emptyText: "",
    ...allOf(toInvoice, "to-invoice"),
    items: toInvoice.shown.map((booking) => (
      <ActionItem key={booking.id} booking={booking} about={[whoOf(booking)]}>
        <strong>{formatPoundsAndPence(booking.total_pence)}</strong>
      </ActionItem>
    )),
  };
}

function billingGroup({ billingToChange, overdueInvoices }: Dashboard): ActionGroup {
  return {
    heading: overdueInvoices.isInXero ? "Invoices to change in Xero" : "Invoices to change",
    emptyText: "",
    ...allOf(billingToChange, "billing"),
    items: billingToChange.shown.map((booking) => (
      <ActionItem key={booking.id} booking={booking} about={[whoOf(booking)]}>
        <strong>{booking.status === "cancelled" ? LATE_CANCELLING : LATE_BILLING}</strong>
      </ActionItem>
    )),
  };
}

function overdueGroup({ overdueInvoices }: Dashboard): ActionGroup {
  return {
    heading: "Invoices overdue",
    emptyText: overdueInvoices.isKnown ? "No invoice is overdue." : "",
    ...allOf(overdueInvoices, "overdue"),
    items: overdueInvoices.shown.map((booking) => (
      <ActionItem key={booking.id} booking={booking} about={[booking.payment, whoOf(booking)]}>
        <Badge colour="red">{`${formatPoundsAndPence(booking.openPence)} to pay`}</Badge>
      </ActionItem>
    )),
  };
}

function failedJobsGroup({ failedJobs, failedJobCount }: Dashboard): ActionGroup {
  return {
    heading: "Mails and invoices that failed",
    emptyText: "Every mail and invoice was sent.",
    more: failedJobCount > failedJobs.length && (
      <Link to="/admin/outbox?show=problems">All {failedJobCount} in the outbox</Link>
    ),
    items: failedJobs.map((job) => (
      <li key={job.id}>
        <Link to={`/admin/outbox/${job.id}`}>{job.label}</Link>
        <p className="note">
          {[job.booking?.reference, job.recipient, formatInstant(job.finishedAt ?? job.createdAt)]
            .filter(Boolean)
            .join(", ")}
        </p>
        <Badge colour={job.state.colour}>{job.state.label}</Badge>
      </li>
    )),
  };
}

const SHOWN = 2;

function ActionCard({ heading, items, note, more }: ActionGroup) {
  const folded = items.slice(SHOWN);
  return (
    <div className="card action-card" id={cardId(heading)}>
      <h3>{heading}</h3>
      <ul>{items.slice(0, SHOWN)}</ul>
      {folded.length > 0 || more || note ? (
        <div className="action-more">
          {folded.length > 0 ? (
            <details>
              <summary>{folded.length} more</summary>
              <ul>{folded}</ul>
            </details>
          ) : null}
          {more ? <p>{more}</p> : null}
          {note ? <p className="note">{note}</p> : null}
        </div>
      ) : null}
    </div>
  );
}
