import type { Deps } from "#app/deps.server.ts";
import { assessorsById } from "#app/features/assessors/assessors.server.ts";
import { isInAreas } from "#app/features/assessors/areas.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { clientName } from "#app/features/booking/record/booking-summary.ts";
import { isErased } from "#app/features/booking/record/erase-booking.server.ts";
import { readBooking } from "#app/features/booking/record/queries.server.ts";
import { isBookingRestricted } from "#app/features/data-protection/restrictions.server.ts";
import { inPages } from "#app/kit/pieces.server.ts";
import { formatInstant, formatShortDate, londonDate, type IsoDate } from "#app/platform/dates.ts";
import { asksAbout, freedFrom } from "#app/features/visits/record/freed-times.server.ts";
import { visitsByBooking, type Visit } from "#app/features/visits/record/find-visits.server.ts";
import { upcomingVisit } from "#app/features/visits/record/stage.ts";
import { districtOf, isInTown } from "#app/features/visits/record/visit-place.ts";
import { instantOf, whenOf, type VisitTime } from "#app/features/visits/record/visit-times.ts";
import { readInTheWay } from "./in-the-way.server.ts";
import { whyNotYet } from "./in-the-way.ts";
import { needOf, usualPlace, whoIsFree } from "./who-is-free.server.ts";

const MAX_READ = 200;
/** At most so many bookings are shown for a time. */
export const MAX_WAITING = 20;

/** A time for which an assessor had a visit that was cancelled, moved or given to somebody else. Whether it is still
 * free is derived. */
type FreedTime = VisitTime & { visitId: string; assessorId: string };

type Freed = Awaited<ReturnType<typeof freedFrom>>[number];

/** The query of the page "Who would like this time": a visit of somebody else now, one that was moved, or cancelled. */
function searchOf({ has_it, last_day, last_start, assessor_id, day, start }: Freed) {
  if (has_it !== assessor_id) return `?${new URLSearchParams({ former: assessor_id })}`;
  return day === last_day && start === last_start ? "" : `?${new URLSearchParams({ day, start })}`;
}

/** Times to come of visits that were cancelled, moved or given to somebody else, the earliest first, without names.
 * `search` is the query of the page "Who would like this time". */
export async function freedTimes(deps: Deps) {
  const now = deps.clock.now();
  const rows = (await freedFrom(deps.db, londonDate(now))).map((row) => ({ ...row, search: searchOf(row) }));
  const assessors = await assessorsById(
    deps,
    rows.map(({ assessor_id }) => assessor_id),
  );
  return rows
    .filter(({ day, start }) => instantOf(day, start) > now.getTime())
    .flatMap(({ visit_id: id, search, assessor_id, day, start, minutes }) => {
      const assessor = assessors.get(assessor_id);
      const when = whenOf({ day, start, minutes });
      return assessor?.isActive ? [{ id, search, when, assessor: assessor.name }] : [];
    });
}

/** Open bookings that may want an earlier day than they have, in pieces: urgent ones, those whose referrer asked for
 * another day, and those with a visit after their preferred date. */
function mayWantEarlier(deps: Deps, day: IsoDate) {
  const query = deps.db
    .selectFrom("bookings")
    .leftJoin("booking_requests", (join) =>
      join
        .onRef("booking_requests.booking_id", "=", "bookings.id")
        .on("booking_requests.kind", "=", "date")
        .on("booking_requests.answered_at", "is", null),
    )
    .selectAll("bookings")
    .select("booking_requests.day as wished")
    .where("bookings.status", "in", ["pending", "confirmed"])
    .where((eb) =>
      eb.or([
        eb("bookings.prefer_earlier_date", "=", 1),
        eb("booking_requests.id", "is not", null),
        eb.exists(
          eb
            .selectFrom("visits")
            .select("visits.id")
            .whereRef("visits.booking_id", "=", "bookings.id")
            .whereRef("visits.day", ">", "bookings.preferred_date")
            .where("visits.day", ">", day)
            .where("visits.ended_as", "is", null),
        ),
      ]),
    )
    .orderBy("bookings.prefer_earlier_date", "desc")
    .orderBy("bookings.created_at")
    .orderBy("bookings.id")
    .limit(MAX_READ);
  let read = -MAX_READ;
  return inPages<BookingRow & { wished: IsoDate | null }>(() => query.offset((read += MAX_READ)).execute());
}

type Held = { day: IsoDate } | null;

/** Why a booking may want the day, in words for staff; null when the day is no better than what it has. */
function whyEarlier(
  booking: Pick<BookingRow, "prefer_earlier_date" | "preferred_date">,
  { wished, held, day }: { wished: IsoDate | null; held: Held; day: IsoDate },
): string | null {
  const { preferred_date: preferred } = booking;
  const has = held?.day ?? preferred;
  if (wished !== null && wished <= day && (held === null || day < held.day))
    return `Asked for another date, ${formatShortDate(wished)}`;
  if (has !== null && has <= day) return null;
  if (booking.prefer_earlier_date === 1) return "Would like an earlier date";
  const isPreferred = held !== null && preferred !== null && preferred < held.day && preferred <= day;
  return isPreferred ? `Preferred ${formatShortDate(preferred)}` : null;
}

const askedOn = (ask: { asked_at: string; state: string } | undefined) =>
  ask &&
  `Asked by email on ${formatInstant(ask.asked_at)}${ask.state === "kept" ? ": keeps the agreed time" : ""}`;

/** The bookings to which staff may offer a time that fell free, urgent ones first. Each wants an earlier day, and the
 * assessor could keep its visit, and nothing is in the way of one on that day. It is virtual, in the assessor's area
 * or, without a postcode, in the town of the freed visit. Empty once the time is past or taken. */
export async function whoWaitsFor(deps: Deps, time: FreedTime, freed: Pick<Visit, "booking_id" | "place">) {
  const { day, start, minutes, assessorId } = time;
  const now = deps.clock.now();
  const assessor = (await assessorsById(deps, [assessorId])).get(assessorId);
  if (!assessor?.isActive || instantOf(day, start) <= now.getTime()) return [];
  const asked = await asksAbout(deps.db, time);
  const waiting = [];
  for await (const rows of mayWantEarlier(deps, day)) {
    const visits = await visitsByBooking(
      deps.db,
      rows.map(({ id }) => id),
    );
    for (const { wished, ...row } of rows) {
      if (waiting.length >= MAX_WAITING) return waiting;
      if (row.id === freed.booking_id) continue;
      const held = upcomingVisit(visits.get(row.id) ?? [], now);
      const why = whyEarlier(row, { wished, held, day });
      if (why === null || isErased(row) || (await isBookingRestricted(deps.db, row))) continue;
      // The form decides about the request for another date.
      if (whyNotYet({ ...(await readInTheWay(deps, row)), askedDate: null }, day)) continue;
      const isVirtual = row.is_virtual === 1;
      const place = await usualPlace(deps, row);
      const district = districtOf(place, row.assessment_location);
      const town = district === null ? ((await readBooking(deps, row)).clientTownCity ?? place) : "";
      const isNear = district === null ? isInTown(freed.place, town) : isInAreas(district, assessor.areas);
      if (!isVirtual && !isNear) continue;
      const mode = isVirtual ? "virtual" : "face-to-face";
      const need = { ...(await needOf(deps, row)), exceptVisitId: held?.id ?? null };
      const list = await whoIsFree(deps, { day, start, minutes, mode, place } as const, need);
      const fit = list.find(({ id }) => id === assessorId)?.fit;
      if (!fit || fit.level === "blocked") continue;
      const booking = await readBooking(deps, row);
      const where = district === null ? `${town}, by town` : (booking.clientTownCity ?? district);
      waiting.push({
        id: row.id,
        reference: row.reference,
        client: clientName(booking),
        why,
        where: isVirtual ? "Virtual" : where,
        held: held && whenOf(held),
        isSameAssessor: held?.assessor_id === assessorId,
        asked: askedOn(asked.get(row.id)),
        warnings: fit.warnings.map(({ words }) => words),
      });
    }
  }
  return waiting;
}

export type Waiting = Awaited<ReturnType<typeof whoWaitsFor>>[number];
