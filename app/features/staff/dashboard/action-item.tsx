import type { ReactNode } from "react";
import { Link } from "react-router";
import { allInWords, type StageFilter } from "#app/features/stage/stage.ts";
import { DeadlineBadges } from "#app/features/referral/deadline-badges.tsx";
import { dayInLists } from "#app/features/visits/record/booking-day.ts";
import { clientName, referrerName } from "./names.ts";
import type { ActionBooking } from "./read-dashboard.server.ts";

/** One card of what needs action. */
export type ActionGroup = {
  heading: string;
  items: ReactNode[];
  /** The text in place of the card when nothing is to be done. */
  emptyText: string;
  /** A side effect of the items' buttons. */
  note?: string;
  /** Leads to all items, where the card has the first ones only. */
  more: ReactNode;
  /** All items, where the card has the first ones only; null for more than are counted. */
  count?: number | null;
  /** The filter of the list of bookings that has all of them. */
  at?: StageFilter;
};

/** Counts the bookings of a card and leads to their list, where the card has the first ones only. */
export function allOf(
  { shown, count }: { shown: readonly unknown[]; count: number | null },
  at: StageFilter,
): Pick<ActionGroup, "more" | "count" | "at"> {
  const isCut = count === null || count > shown.length;
  const more = isCut ? <Link to={`/admin/dashboard?stage=${at}`}>{allInWords(count)}</Link> : null;
  return { more, count, at };
}

export const dayOf = ({ day = null }: ActionBooking): string => dayInLists(day);

/** `Mrs Ellery, booked by Deepa Shah (Westmere Council)` */
export function whoOf(booking: ActionBooking): string {
  const client = clientName(booking);
  const organisation = booking.referrer_organisation ? ` (${booking.referrer_organisation})` : "";
  return `${client && `${client}, booked by `}${referrerName(booking)}${organisation}`;
}

export function placeOf(booking: ActionBooking): string {
  return booking.is_virtual ? "Virtual" : (booking.assessment_location ?? "Place to be confirmed");
}

type ActionItemProps = { booking: ActionBooking; about: string[]; children: ReactNode };

/** A booking in a card, with what is about it and what can be done. */
export function ActionItem({ booking, about, children }: ActionItemProps) {
  return (
    <li>
      <Link className="inline-block" to={`/admin/bookings/${booking.id}`}>
        {booking.reference}
      </Link>
      <p className="note" title={about.join(". ")}>
        {about.join(". ")}
      </p>
      <DeadlineBadges notes={booking.deadlines ?? []} />
      {children}
    </li>
  );
}
