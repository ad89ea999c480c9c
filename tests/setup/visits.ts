import type { Deps } from "#app/deps.server.ts";
import { saveHours, saveProfile } from "#app/features/assessors/save-assessor.server.ts";
import { USUAL_HOURS } from "#app/features/assessors/hours.ts";
import type { AssessorProfile } from "#app/features/assessors/profile.ts";
import type { ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import type { UserRow } from "#app/features/accounts/record/tables.ts";
import type { VisitPlan } from "#app/features/visits/record/visit-plan.ts";
import { isClosedDay } from "#app/features/booking/fields/closed-days.server.ts";
import { findBooking } from "#app/features/booking/record/find-booking.server.ts";
import { agreeVisit } from "#app/features/visits/agree/change-visit.server.ts";
import { addDays, isWeekend, type IsoDate } from "#app/platform/dates.ts";
import { createUser } from "./factories.ts";

export const BY_STAFF: ActedByRequest = { actor: { kind: "staff", id: null }, requestId: "test" };

const PROFILE: AssessorProfile = {
  professions: ["social-worker"],
  registerBody: "Social Work England",
  registerNumber: "SW123456",
  registerEndsOn: "2199-12-31",
  assessments: ["property-finance", "health-welfare"],
  modes: ["face-to-face", "virtual"],
  areas: ["LS"],
  languages: [],
  maxVisitsADay: 3,
  travelBeforeMinutes: 30,
  travelAfterMinutes: 30,
  phone: null,
};

/** An assessor with a profile, Monday to Friday from 9 to 17. */
export async function createAssessor(
  deps: Deps,
  overrides: Partial<UserRow> = {},
  profile: Partial<AssessorProfile> = {},
): Promise<UserRow> {
  const user = await createUser(deps, {
    role_id: "assessor",
    first_name: "Priya",
    last_name: "Nair",
    ...overrides,
  });
  await giveProfile(deps, user, profile);
  return user;
}

export async function giveProfile(
  deps: Deps,
  user: Pick<UserRow, "id">,
  profile: Partial<AssessorProfile> = {},
): Promise<void> {
  await saveProfile(deps, user.id, { ...PROFILE, ...profile, version: 0 }, BY_STAFF);
  await saveHours(deps, user.id, { hours: USUAL_HOURS, version: 1 }, BY_STAFF);
}

/** The day after the tests' own, a Thursday. */
export const PLAN: VisitPlan = {
  day: "2027-03-11",
  start: "10:00",
  minutes: 90,
  mode: "face-to-face",
  place: "3 Mill Lane, Leeds, LS6 2AB",
};

/** The first day, from so many days after `day` on, on which a practice works. */
export function workdayAfter(day: IsoDate, days: number): IsoDate {
  const later = addDays(day, days);
  return isWeekend(later) || isClosedDay(later) ? workdayAfter(later, 1) : later;
}

export const byAssessor = (user: Pick<UserRow, "id">): ActedByRequest => ({
  actor: { kind: "assessor", id: user.id },
  requestId: "test",
});

/** Agrees a visit of a booking and asks its referrer about a time a week earlier, on `day`; the id of that. */
export async function askAboutEarlier(
  deps: Deps,
  { bookingId, assessorId, day = PLAN.day }: { bookingId: string; assessorId: string; day?: IsoDate },
): Promise<string> {
  const { version } = (await findBooking(deps.db, bookingId))!;
  const plan = { ...PLAN, day: addDays(day, 7) };
  const change = { ...BY_STAFF, bookingId, version, isReferrerTold: false, overruled: null };
  const visit = await agreeVisit(deps, { ...change, plan, assessorId });
  if (!visit.ok) throw new Error(`No visit was agreed: ${visit.problem}`);
  const id = deps.ids.uuid();
  const asked = { state: "open", asked_at: deps.clock.now().toISOString() } as const;
  await deps.db
    .insertInto("earlier_asks")
    .values({ id, booking_id: bookingId, assessor_id: assessorId, day, start: PLAN.start, ...asked })
    .execute();
  return id;
}
