import type { Deps } from "#app/deps.server.ts";
import { addDaysOff } from "#app/features/assessors/assessors.server.ts";
import { proposeChanges } from "#app/features/assessors/answer-profile.server.ts";
import { saveHours, saveProfile } from "#app/features/assessors/save-assessor.server.ts";
import { readHours } from "#app/features/assessors/hours.ts";
import type { AssessorProfile } from "#app/features/assessors/profile.ts";
import { SYSTEM } from "#app/features/audit/record-audit.server.ts";
import { isClosedDay } from "#app/features/booking/fields/closed-days.server.ts";
import { consumerRights } from "#app/features/booking/fields/consumer.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { makeTemporaryPassword } from "#app/features/accounts/password/new-password.server.ts";
import { currentOffer } from "#app/features/catalogue/catalogue.ts";
import { createUser } from "#app/features/accounts/users/create-user.server.ts";
import { askAssessors, declineQuestion } from "#app/features/visits/agree/ask-assessors.server.ts";
import { agreeVisit } from "#app/features/visits/agree/change-visit.server.ts";
import { recordLetter } from "#app/features/visits/letter/given-letters.server.ts";
import { instantOf } from "#app/features/visits/record/visit-times.ts";
import { needOf, usualPlace, whoIsFree } from "#app/features/visits/plan/who-is-free.server.ts";
import { addDays, isWeekend, londonDate, type IsoDate } from "#app/platform/dates.ts";
import type { Random } from "./random.ts";

const BY = { actor: SYSTEM, requestId: "seed" };

const byAssessor = (id: string) => ({ actor: { kind: "assessor" as const, id }, requestId: "seed" });

type Invented = Pick<AssessorProfile, "professions" | "registerBody" | "areas" | "languages"> & {
  name: [first: string, last: string];
  /** Monday to Friday, as staff type them. */
  hours: string[];
  /** Days from today on which the registration ends. */
  registeredDays: number;
  /** Days from today on which a holiday begins, and how many days it lasts. */
  holiday?: [from: number, days: number];
  /** Days from today on which the registration ends by a proposal that waits for staff. */
  proposedDays?: number;
};

const FULL = Array.from({ length: 5 }, () => "9-17");

/** All of them are invented. */
const ASSESSORS: Invented[] = [
  {
    name: ["Hannah", "Brightwell"],
    professions: ["social-worker"],
    registerBody: "Social Work England",
    areas: ["LS", "YO", "S", "LN"],
    languages: [],
    hours: FULL,
    registeredDays: 420,
  },
  {
    name: ["Idris", "Vaughan"],
    professions: ["social-worker"],
    registerBody: "Social Care Wales",
    areas: ["CF", "BS", "EX"],
    languages: ["Welsh"],
    hours: FULL,
    registeredDays: 300,
    holiday: [5, 3],
  },
  {
    name: ["Nadia", "Farrow"],
    professions: ["nurse"],
    registerBody: "Nursing and Midwifery Council",
    areas: ["NR", "RG", "BN"],
    languages: ["Urdu", "Punjabi"],
    hours: ["9-13", "9-17", "9-13", "9-17", ""],
    registeredDays: 40,
    proposedDays: 405,
  },
  {
    name: ["Oliver", "Marchetti"],
    professions: ["occupational-therapist"],
    registerBody: "Health and Care Professions Council",
    areas: ["NG", "S", "LN", "CH"],
    languages: ["Italian"],
    hours: FULL,
    registeredDays: 510,
  },
  {
    name: ["Ruth", "Adeyemi"],
    professions: ["speech-therapist"],
    registerBody: "Health and Care Professions Council",
    areas: ["LS", "NE", "YO"],
    languages: [],
    hours: ["", "10-16", "10-16", "10-16", ""],
    registeredDays: 200,
  },
  {
    name: ["Simon", "Keating"],
    professions: ["psychologist"],
    registerBody: "Health and Care Professions Council",
    areas: ["BS", "EX", "RG", "BN", "CF"],
    languages: ["Polish"],
    hours: ["9-12, 13-18", "9-12, 13-18", "", "9-12, 13-18", "9-15"],
    registeredDays: 640,
  },
];

type Account = { email: string; role: string; password: string };

/** Makes six assessors with profiles, hours and days off; one asks staff to confirm a later end of the
 * registration. */
export async function seedAssessors(deps: Deps): Promise<Account[]> {
  const today = londonDate(deps.clock.now());
  const assessments = currentOffer().assessments.map(({ id }) => id);
  const accounts: Account[] = [];
  for (const { name, hours, registeredDays, holiday, proposedDays, ...profile } of ASSESSORS) {
    const [firstName, lastName] = name;
    const email = `${firstName}.${lastName}@example.org`.toLowerCase();
    const password = makeTemporaryPassword();
    const made = await createUser(deps, { email, password, roleId: "assessor", firstName, lastName }, BY);
    if (made.kind !== "created") continue;
    const { id } = made.user;
    const shared = { registerNumber: null, assessments, maxVisitsADay: 3, version: 0 };
    await saveProfile(
      deps,
      id,
      {
        ...profile,
        ...shared,
        modes: ["face-to-face", "virtual"],
        registerEndsOn: addDays(today, registeredDays),
        travelBeforeMinutes: 45,
        travelAfterMinutes: 45,
        phone: `07700 9005${String(accounts.length).padStart(2, "0")}`,
      },
      BY,
    );
    await saveHours(
      deps,
      id,
      { hours: [...hours, "", ""].map((day) => readHours(day) ?? []), version: 1 },
      BY,
    );
    if (holiday) {
      const fromOn = addDays(today, holiday[0]);
      await addDaysOff(deps, id, { fromOn, untilOn: addDays(fromOn, holiday[1] - 1) }, BY);
    }
    if (proposedDays) {
      const registerEndsOn = addDays(today, proposedDays);
      await proposeChanges(deps, id, { ...profile, ...shared, version: 2, registerEndsOn }, byAssessor(id));
    }
    accounts.push({ email, role: "assessor", password });
  }
  return accounts;
}

const FORTNIGHT = 14;
const STARTS = ["09:30", "11:30", "14:00"];

const isWorkday = (day: IsoDate) => !isWeekend(day) && !isClosedDay(day);

/** The preferred day; one that is further ahead than a fortnight gets a day before that, but none within the days
 * in which the referrer may cancel and has not asked for a start. */
function dayFor(booking: BookingRow, preferred: IsoDate, today: IsoDate, random: Random): IsoDate {
  if (preferred <= addDays(today, FORTNIGHT)) return preferred;
  const rights = consumerRights(booking, londonDate(new Date(booking.created_at)));
  const first = rights && !rights.isStartRequested ? addDays(rights.lastDay, 1) : today;
  const sooner = addDays(today, random.between(1, FORTNIGHT - 3));
  let day = sooner < first ? first : sooner;
  while (!isWorkday(day)) day = addDays(day, 1);
  return day;
}

/** The plan of a visit and who could go, the best first. */
async function planFor(deps: Deps, booking: BookingRow, day: IsoDate, start: string) {
  const mode = booking.is_virtual === 1 ? ("virtual" as const) : ("face-to-face" as const);
  const plan = { day, start, minutes: 90, mode, place: await usualPlace(deps, booking) };
  const candidates = await whoIsFree(deps, plan, await needOf(deps, booking));
  return { plan, candidates: candidates.filter(({ fit }) => fit.level !== "blocked") };
}

/** Agrees a visit of a booking near its preferred day, which confirms it. False where nobody could go. `today` is the
 * last day of the demonstration. */
export async function seedVisit(deps: Deps, booking: BookingRow, today: IsoDate, random: Random) {
  if (booking.preferred_date === null) return false;
  const day = dayFor(booking, booking.preferred_date, today, random);
  const first = random.between(0, STARTS.length - 1);
  for (const start of [...STARTS.slice(first), ...STARTS.slice(0, first)]) {
    const { plan, candidates } = await planFor(deps, booking, day, start);
    const [best] = candidates;
    if (!best) continue;
    // The link of a virtual visit is sent in its week.
    if (plan.mode === "virtual" && day <= addDays(today, 7))
      plan.place = `https://video.example/${booking.reference.toLowerCase()}`;
    const asGood = candidates.filter(({ fit }) => fit.warnings.length === best.fit.warnings.length);
    const result = await agreeVisit(deps, {
      ...BY,
      bookingId: booking.id,
      version: booking.version,
      plan,
      assessorId: random.pick(asGood).id,
      isReferrerTold: true,
      overruled: null,
    });
    if (result.ok && plan.mode === "face-to-face") {
      const letter = { way: "posted", givenOn: londonDate(deps.clock.now()) } as const;
      await recordLetter(deps, { ...BY, ...letter, visitId: result.visitId, isReferrerTold: false });
    }
    return result.ok;
  }
  return false;
}

/** Asks three assessors about a booking until tomorrow; one has declined. */
export async function seedQuestion(deps: Deps, booking: BookingRow, random: Random): Promise<void> {
  const today = londonDate(deps.clock.now());
  let day = addDays(today, random.between(7, 12));
  while (!isWorkday(day)) day = addDays(day, 1);
  const { plan, candidates } = await planFor(deps, booking, day, "10:00");
  const assessorIds = candidates.slice(0, 3).map(({ id }) => id);
  const deadlineAt = new Date(instantOf(addDays(today, 1), "17:00")).toISOString();
  const asked = { ...BY, bookingId: booking.id, plan, assessorIds, deadlineAt, isReferrerTold: true };
  const result = await askAssessors(deps, asked);
  const [declining] = assessorIds;
  if (!result.ok || !declining) return;
  await declineQuestion(deps, {
    ...byAssessor(declining),
    questionId: result.questionId,
    reason: "Too far that day",
  });
}
