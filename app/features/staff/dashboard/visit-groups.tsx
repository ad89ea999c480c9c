import { Link } from "react-router";
import { formatInstant, formatShortDate } from "#app/platform/dates.ts";
import { Badge } from "#app/ui/badge.tsx";
import { PhoneLink } from "#app/ui/phone-link.tsx";
import { Times } from "#app/ui/times.tsx";
import { ActionItem, allOf, dayOf, placeOf, whoOf, type ActionGroup } from "./action-item.tsx";
import type { Dashboard } from "./read-dashboard.server.ts";

const NOTE_COLOURS = { note: "blue", late: "yellow", "cannot-come": "red" } as const;

const MAX_PLACES = 30;

/** Visits to come whose address is missing, or is not the one on record any more. */
export function placesGroup({ placesInDoubt }: Dashboard): ActionGroup {
  const more = placesInDoubt.length - MAX_PLACES;
  return {
    heading: "Addresses of visits",
    emptyText: "",
    more: more > 0 && (
      <Link to="/admin/calendar?show=month">{`${more} more, of later visits: see the calendar`}</Link>
    ),
    items: placesInDoubt.slice(0, MAX_PLACES).map(({ id, bookingId, reference, when, doubt, isMissing }) => (
      <li key={id}>
        <Link className="whitespace-nowrap" to={`/admin/bookings/${bookingId}`}>
          {reference}
        </Link>{" "}
        <Badge colour={isMissing ? "yellow" : "red"}>{doubt}</Badge>
        <p className="note">
          <Times>{when}</Times>
        </p>
      </li>
    )),
  };
}

/** Notes from assessors that nobody in the office has read. */
export function officeNotesGroup({ officeNotes }: Dashboard): ActionGroup {
  return {
    heading: "Notes from assessors",
    emptyText: "",
    ...allOf(officeNotes, "note"),
    items: officeNotes.shown.map(({ id, kind, words, bookingId, reference, at }) => (
      <li key={id}>
        <Link className="inline-block" to={`/admin/bookings/${bookingId}#notes`}>
          {reference}
        </Link>{" "}
        <Badge colour={NOTE_COLOURS[kind]}>{words}</Badge>
        <p className="note">Written {at}</p>
      </li>
    )),
  };
}

/** Assessors who cannot come to their visits. */
export function troubledGroup({ troubled }: Dashboard): ActionGroup {
  return {
    heading: "Assessor cannot come",
    emptyText: "",
    more: false,
    items: troubled.map(({ id, name, count, when, bookingId, reference, why, handOver }) => (
      <li key={id}>
        {count === 1 ? (
          <Link className="whitespace-nowrap" to={`/admin/bookings/${bookingId}`}>
            {reference}
          </Link>
        ) : (
          <Link to={handOver}>{`Hand over ${count} visits`}</Link>
        )}
        <p className="note">
          {name}, {count === 1 ? "" : "the first "}
          <Times>{when}</Times>
        </p>
        <strong>{why}</strong>
      </li>
    )),
  };
}

/** The cards about visits and assessors; none in a practice without assessors. */
export function visitGroups(visits: Dashboard["visits"]): ActionGroup[] {
  if (!visits) return [];
  const { unsafe, without, withoutLink, unanswered, proposals, registrations } = visits;
  return [
    {
      heading: "Assessor was not safe",
      emptyText: "",
      ...allOf(unsafe, "unsafe"),
      items: unsafe.shown.map(({ id, bookingId, reference, recordedAt, phone }) => (
        <li key={id}>
          <Link className="inline-block" to={`/admin/bookings/${bookingId}`}>
            {reference}
          </Link>{" "}
          <Badge colour="red">Urgent</Badge>
          {phone ? <PhoneLink number={phone} /> : null}
          <p className="note">Call the assessor. Recorded {formatInstant(recordedAt)}</p>
        </li>
      )),
    },
    {
      heading: "No visit agreed",
      emptyText: "Every booking that was called has a visit.",
      ...allOf(without, "to-agree"),
      items: without.shown.map((booking) => (
        <ActionItem
          key={booking.id}
          booking={booking}
          about={[dayOf(booking), whoOf(booking), placeOf(booking)]}
        >
          <Link
            to={`/admin/bookings/${booking.id}/visit`}
            aria-label={`Agree the visit: ${booking.reference}`}
          >
            Agree the visit
          </Link>
        </ActionItem>
      )),
    },
    {
      heading: "Links for virtual visits",
      emptyText: "",
      ...allOf(withoutLink, "link"),
      items: withoutLink.shown.map((booking) => (
        <ActionItem key={booking.id} booking={booking} about={[dayOf(booking), whoOf(booking)]}>
          <Link
            to={`/admin/bookings/${booking.id}/visit/move`}
            aria-label={`Say how to join: ${booking.reference}`}
          >
            Say how to join
          </Link>
        </ActionItem>
      )),
    },
    {
      heading: "Nobody has answered",
      emptyText: "No assessor’s answer is missing.",
      ...allOf(unanswered, "unanswered"),
      items: unanswered.shown.map(({ bookingId, reference, when, deadlineAt }) => (
        <li key={bookingId}>
          <Link className="inline-block" to={`/admin/bookings/${bookingId}`}>
            {reference}
          </Link>
          <p className="note">
            Asked for <Times>{when}</Times>. Answers until {formatInstant(deadlineAt)}
          </p>
        </li>
      )),
    },
    {
      heading: "Assessors’ changes to confirm",
      emptyText: "No assessor’s change waits for you.",
      more: null,
      items: proposals.map(({ id, name, at }) => (
        <li key={id}>
          <Link to={`/admin/assessors/${id}`}>{name}</Link>
          <p className="note">Proposed {formatInstant(at)}</p>
        </li>
      )),
    },
    {
      heading: "Registration ends within 60 days",
      emptyText: "Every assessor’s registration is valid.",
      more: null,
      items: registrations.map(({ id, name, endsOn, hasEnded }) => (
        <li key={id}>
          <Link to={`/admin/assessors/${id}`}>{name}</Link>
          <Badge colour={hasEnded ? "red" : "yellow"}>
            {hasEnded ? "Ended" : "Ends"} {formatShortDate(endsOn)}
          </Badge>
        </li>
      )),
    },
  ];
}
