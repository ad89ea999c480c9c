import type { Deps } from "#app/deps.server.ts";
import { listAssessors } from "#app/features/assessors/assessors.server.ts";
import { isErased } from "#app/features/booking/record/erase-booking.server.ts";
import { findBookingForJob } from "#app/features/booking/record/find-booking.server.ts";
import { readBooking } from "#app/features/booking/record/queries.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { currentOffer } from "#app/features/catalogue/catalogue.ts";
import { isBookingRestricted } from "#app/features/data-protection/restrictions.server.ts";
import { addDays, londonDate, type IsoDate } from "#app/platform/dates.ts";
import { countVisits, questionsFor, visitsBetween, type VisitQuestion } from "./find-visits.server.ts";
import { REGISTRATION_NOTICE_DAYS } from "./visits-to-do.server.ts";
import { visitsReported, visitsToReport } from "./visits-to-report.server.ts";
import { needOf } from "./who-is-free.server.ts";
import { districtOf, isInTown } from "./visit-place.ts";
import { hasEnded } from "./visit-times.ts";

type Row = { id: string; day: IsoDate; start: string; minutes: number; reference: string };

const MAX_DAYS_AHEAD = 366;

/** Town and postcode district of a visit's place, without street or person: the client's town only where the place
 * is in it. */
export async function areaOf(
  deps: Pick<Deps, "db" | "secrets">,
  booking: BookingRow,
  place: string,
): Promise<{ town: string | null; district: string | null }> {
  const { clientTownCity } = await readBooking(deps, booking);
  const isThere = clientTownCity !== null && (place === "" || isInTown(place, clientTownCity));
  return { town: isThere ? clientTownCity : null, district: districtOf(place, booking.assessment_location) };
}

/** `Leeds, LS6`. Null when neither town nor postcode is known. */
export async function townOf(
  deps: Pick<Deps, "db" | "secrets">,
  booking: BookingRow,
  { mode, place }: Pick<VisitQuestion, "mode" | "place">,
): Promise<string | null> {
  if (mode === "virtual") return null;
  const { town, district } = await areaOf(deps, booking, place);
  return [town, district].filter(Boolean).join(", ") || null;
}

/** The requirements of a booking in words that name nobody. */
export async function needInWords(deps: Pick<Deps, "db" | "secrets" | "settings">, booking: BookingRow) {
  const need = await needOf(deps, booking);
  const offer = currentOffer();
  const names = new Map([...offer.retired, ...offer.assessments].map(({ id, name }) => [id, name]));
  return {
    assessments: need.assessments.map((id) => names.get(id) ?? "Other"),
    language: need.language,
  };
}

async function toAsked(deps: Deps, question: VisitQuestion) {
  const booking = await findBookingForJob(deps.db, question.booking_id);
  if (!booking || isErased(booking) || (await isBookingRestricted(deps.db, booking))) return null;
  const { id, day, start, minutes, mode, deadline_at } = question;
  return {
    ...{ id, day, start, minutes, mode },
    deadlineAt: deadline_at,
    town: await townOf(deps, booking, question),
    ...(await needInWords(deps, booking)),
  };
}

/** The start page of an assessor: visits from today on, and open questions without any person's name. */
export async function readAssessorHome(deps: Deps, assessorId: string) {
  const now = deps.clock.now();
  const today = londonDate(now);
  const planned = await visitsBetween(deps, {
    from: today,
    until: addDays(today, MAX_DAYS_AHEAD),
    assessorIds: [assessorId],
  });
  const toRow = ({ id, day, start, minutes, reference }: Row) => ({ id, day, start, minutes, reference });
  const asked = await Promise.all(
    (await questionsFor(deps, assessorId, now)).map((question) => toAsked(deps, question)),
  );
  return {
    visits: planned
      .filter((visit) => !hasEnded(visit, now))
      .map(({ id, day, start, minutes, mode, district, reference }) => ({
        ...{ id, day, start, minutes, mode, district, reference },
      })),
    today,
    missing: (await visitsToReport(deps, assessorId)).map(toRow),
    reported: (await visitsReported(deps, assessorId)).map(toRow),
    questions: asked.filter((question) => question !== null),
  };
}

const LISTED_DAYS = 14;

/** All assessors by name, with the number of their visits from today on for two weeks. */
export async function listAssessorsWithVisits(deps: Deps) {
  const today = londonDate(deps.clock.now());
  const counts = await countVisits(deps.db, today, addDays(today, LISTED_DAYS - 1));
  const soon = addDays(today, REGISTRATION_NOTICE_DAYS);
  return (await listAssessors(deps)).map((assessor) => {
    const { id, name, professions, areas, registerEndsOn, isActive, hasProfile } = assessor;
    const registration =
      registerEndsOn === null || registerEndsOn > soon
        ? "valid"
        : registerEndsOn < today
          ? "ended"
          : "ends-soon";
    return {
      ...{ id, name, professions, areas, registerEndsOn, isActive, hasProfile },
      registration,
      visitCount: counts.get(id) ?? 0,
    };
  });
}
