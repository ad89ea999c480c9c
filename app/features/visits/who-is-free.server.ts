import { listAssessors, whoIsOff } from "#app/features/assessors/assessors.server.ts";
import { districtIn } from "#app/features/assessors/areas.ts";
import { professionsWords } from "#app/features/assessors/profile.ts";
import { isClosedDay } from "#app/features/booking/fields/closed-days.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { bookingLines, readBooking } from "#app/features/booking/record/queries.server.ts";
import type { Executor } from "#app/platform/database.server.ts";
import type { Deps } from "#app/deps.server.ts";
import { conflictsOfInterest, type Parties } from "./conflicts.server.ts";
import { plannedAround } from "./find-visits.server.ts";
import { byFit, fitOf, type Wanted } from "./fit.ts";
import { findSavedNeeds } from "./known-needs.server.ts";
import { visitLanguage } from "./needs.ts";
import { whenOf } from "./visit-times.ts";
import type { VisitPlan } from "./visit-plan.ts";

export type ReadDeps = Pick<Deps, "secrets" | "settings"> & { db: Executor };

/** The requirements of a visit besides its time and place. */
export type Need = Pick<Wanted, "assessments" | "language"> & {
  /** Read for a postcode when the place has none. */
  location: string | null;
  booking: Parties | null;
  /** The visit that is moved or reassigned: it is in nobody's way. */
  exceptVisitId: string | null;
};

/** The requirements by the booking and the person's needs. */
export async function needOf(deps: ReadDeps, booking: BookingRow): Promise<Need> {
  const lines = await bookingLines(deps.db, booking.id);
  const { read } = await findSavedNeeds(deps, booking);
  return {
    assessments: lines.map(({ assessment_id }) => assessment_id),
    language: visitLanguage(read),
    location: booking.assessment_location,
    booking,
    exceptVisitId: null,
  };
}

/** The likely place of the visit: the client's address, else the booking's location. Empty for a virtual one. */
export async function usualPlace(deps: Pick<Deps, "db" | "secrets">, booking: BookingRow): Promise<string> {
  if (booking.is_virtual === 1) return "";
  const { clientAddressLine1, clientAddressLine2, clientTownCity, clientPostcode } = await readBooking(
    deps,
    booking,
  );
  const address = [clientAddressLine1, clientAddressLine2, clientTownCity, clientPostcode].filter(Boolean);
  return clientAddressLine1 ? address.join(", ") : (booking.assessment_location ?? "");
}

/** All active assessors for a visit, those who fit first. Reads what they have around that day alone. */
export async function whoIsFree(deps: ReadDeps, plan: VisitPlan, need: Need) {
  const assessors = (await listAssessors(deps)).filter(({ isActive }) => isActive);
  const ids = assessors.map(({ id }) => id);
  const planned = await plannedAround(deps, ids, plan.day, need.exceptVisitId);
  const off = await whoIsOff(deps, ids, plan.day);
  const conflicts = need.booking ? await conflictsOfInterest(deps, need.booking) : new Map<string, never>();
  const isClosed = isClosedDay(plan.day);
  const district = plan.mode === "virtual" ? null : (districtIn(plan.place) ?? districtIn(need.location));
  const wanted: Wanted = { ...plan, district, assessments: need.assessments, language: need.language };
  const candidates = assessors.map((assessor) => {
    const visits = planned.get(assessor.id) ?? [];
    const day = {
      visits,
      isOff: off.has(assessor.id),
      isClosed,
      conflicts: conflicts.get(assessor.id) ?? [],
    };
    return {
      id: assessor.id,
      name: assessor.name,
      professions: professionsWords(assessor.professions),
      visitsThatDay: visits.filter((visit) => visit.day === plan.day).length,
      fit: fitOf(assessor, wanted, day),
    };
  });
  return candidates.toSorted(byFit);
}

export type Candidate = Awaited<ReturnType<typeof whoIsFree>>[number];

/** Assessors for a plan. `forPlan` names the plan, so that a form can say which list its sender has seen. */
export type FreeList = { forPlan: string; when: string; candidates: Candidate[] };

export async function freeListFor(deps: ReadDeps, plan: VisitPlan, need: Need): Promise<FreeList> {
  const { day, start, minutes, mode, place } = plan;
  return {
    forPlan: [day, start, minutes, mode, districtIn(place) ?? ""].join(" "),
    when: whenOf(plan),
    candidates: await whoIsFree(deps, plan, need),
  };
}
