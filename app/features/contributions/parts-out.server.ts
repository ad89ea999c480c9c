import type { Deps } from "#app/deps.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { visitsByBooking } from "#app/features/visits/record/find-visits.server.ts";
import { upcomingVisit } from "#app/features/visits/record/stage.ts";
import { formatLongDate, formatShortDate, londonDate } from "#app/platform/dates.ts";
import { readFacts, standingIn } from "./booking-facts.server.ts";
import { contributionsOf, sealedDetails } from "./contribution-rows.server.ts";
import { isOut, lastDay } from "./standing.ts";

/** Requests whose answer is still out, in words, for the page on which the referral is submitted. */
export async function readPartsOut(deps: Deps, booking: BookingRow): Promise<string[]> {
  const all = await contributionsOf(deps, booking.id);
  if (all.length === 0) return [];
  const facts = await readFacts(deps, booking);
  return all
    .filter((asked) => isOut(standingIn(deps, asked, facts)))
    .map((asked) => {
      const until = formatLongDate(lastDay(asked, facts.visitDay));
      return `${asked.name}: ${asked.parts.map(({ title }) => title).join(", ")} (until ${until})`;
    });
}

/** The state of a booking's requests, for the API: no names, and nothing that was written. */
export async function partStates(deps: Deps, booking: BookingRow) {
  const all = await contributionsOf(deps, booking.id);
  if (all.length === 0) return [];
  const facts = await readFacts(deps, booking);
  return all.map((asked) => ({
    id: asked.id,
    role: asked.role,
    parts: asked.parts.map(({ key }) => key),
    state: standingIn(deps, asked, facts),
    askedAt: asked.asked_at,
    until: lastDay(asked, facts.visitDay),
    sentAt: asked.sent_at,
  }));
}

/** Requests for the list of staff, the earliest last day first: it is over although a visit is to come, or a fee was
 * asked for. */
export async function overdueParts(deps: Deps) {
  const today = londonDate(deps.clock.now());
  const rows = await deps.db
    .selectFrom("contributions")
    .innerJoin("bookings", "bookings.id", "contributions.booking_id")
    .select(["contributions.id", "contributions.until_on", "contributions.fee_at"])
    .select("contributions.details_sealed")
    .select(["bookings.id as bookingId", "bookings.reference"])
    .where("contributions.state", "in", ["asked", "opened"])
    .where((eb) =>
      eb.or([eb("contributions.until_on", "<", today), eb("contributions.fee_at", "is not", null)]),
    )
    .where("bookings.status", "in", ["pending", "confirmed"])
    .orderBy("contributions.until_on")
    .orderBy("contributions.id")
    .execute();
  const visits = await visitsByBooking(
    deps.db,
    rows.map(({ bookingId }) => bookingId),
  );
  return rows.flatMap((row) => {
    const visit = upcomingVisit(visits.get(row.bookingId) ?? [], deps.clock.now());
    const isOverdue = row.until_on < today && visit !== null;
    if (!isOverdue && row.fee_at === null) return [];
    return {
      id: row.id,
      bookingId: row.bookingId,
      reference: row.reference,
      isOverdue,
      name: sealedDetails.decrypt(deps.secrets, row.id, row.details_sealed).name,
      hasFee: row.fee_at !== null,
      visit: visit && formatShortDate(visit.day),
    };
  });
}
