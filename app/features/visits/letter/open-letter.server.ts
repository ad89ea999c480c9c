import { data, redirect } from "react-router";
import type { Deps } from "#app/deps.server.ts";
import { findUserNames } from "#app/features/accounts/session/queries.server.ts";
import { assessorsById } from "#app/features/assessors/assessors.server.ts";
import type { ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import { recordStaffView } from "#app/features/audit/record-staff-view.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { isErased } from "#app/features/booking/record/erase-booking.server.ts";
import { findBooking } from "#app/features/booking/record/find-booking.server.ts";
import { readBooking } from "#app/features/booking/record/queries.server.ts";
import { RESTRICTED } from "#app/features/data-protection/restriction.ts";
import { isBookingRestricted } from "#app/features/data-protection/restrictions.server.ts";
import { answersAsTyped } from "#app/features/referral/sections/answers.ts";
import { answer, personName, type Read } from "#app/features/referral/sections/labelled-answers.ts";
import { readReferral } from "#app/features/referral/queries.server.ts";
import type { Checks } from "#app/features/settings/checked-texts.ts";
import { formatDate, londonDate } from "#app/platform/dates.ts";
import { findVisit, visitsOfBooking, type Visit } from "#app/features/visits/record/find-visits.server.ts";
import { findNeeds } from "#app/features/visits/person/known-needs.server.ts";
import { needsEasyRead, needsLargePrint } from "#app/features/visits/person/needs.ts";
import type { OwnVisit } from "#app/features/visits/record/assessors-visit.server.ts";
import { placeDoubts } from "#app/features/visits/plan/place-doubts.server.ts";
import { upcomingVisit } from "#app/features/visits/record/stage.ts";
import { givenLetters, isLetterOld } from "./given-letters.server.ts";
import { composeLetter, isOffered, LETTER_TEXTS, type LetterKind } from "./letter.ts";
import { LETTER_WAYS } from "#app/features/visits/record/letter-ways.ts";

/** The kind that the address asks for where that is offered; else the one that suits the person's needs. */
function kindOf(search: URLSearchParams, read: Read, checks: Checks): LetterKind {
  const easyRead = { language: "en", style: "easy-read" } as const;
  const usual = needsEasyRead(read) && isOffered(easyRead, checks) ? "easy-read" : "plain";
  const asked = LETTER_TEXTS.find(
    ({ language, style }) => language === search.get("language") && style === search.get("style"),
  );
  const size = search.get("size");
  return {
    ...(asked && isOffered(asked, checks)
      ? { language: asked.language, style: asked.style }
      : { language: "en", style: usual }),
    isLarge: size === null ? needsLargePrint(read) : size === "large",
  };
}

const kindsFor = (kind: LetterKind, checks: Checks) =>
  LETTER_TEXTS.filter((text) => isOffered(text, checks)).flatMap(({ language, style, name }) =>
    [false, true].map((isLarge) => ({
      name: isLarge ? `${name}, large print` : name,
      search: `?language=${language}&style=${style}&size=${isLarge ? "large" : "usual"}`,
      isShown: language === kind.language && style === kind.style && isLarge === kind.isLarge,
    })),
  );

async function letterOf(deps: Deps, booking: BookingRow, visit: Visit, request: Request) {
  const referral = await readReferral(deps, booking);
  const read: Read = (section) => answersAsTyped(section, referral.section(section).answers);
  const model = await readBooking(deps, booking);
  const { company, checks } = deps.settings.current();
  const assessor = (await assessorsById(deps, [visit.assessor_id])).get(visit.assessor_id);
  const needs = await findNeeds(deps, booking, read);
  const kind = kindOf(new URL(request.url).searchParams, needs.read, checks);
  const { day, start, minutes, mode, place } = visit;
  const letter = composeLetter(kind, {
    day,
    start,
    minutes,
    mode,
    place,
    name:
      answer(read, "personalDetails", "preferredName") ||
      personName(read) ||
      [model.clientFirstName, model.clientLastName].filter(Boolean).join(" "),
    assessor: { firstName: assessor?.firstName ?? company.name, professions: assessor?.professions ?? [] },
    assessments: model.calculatedPricing.assessmentPrices.map(({ id }) => id),
    practice: company.name,
    phone: company.phone,
    email: company.email,
    privacy: new URL("/privacy", deps.env.APP_ORIGIN).href.replace(/^https?:\/\//, ""),
  });
  return {
    visitId: visit.id,
    bookingId: booking.id,
    reference: booking.reference,
    kind,
    kinds: kindsFor(kind, checks),
    letter,
    placeDoubts: await placeDoubts(deps, booking, visit),
    unchecked: LETTER_TEXTS.filter((text) => !isOffered(text, checks)).map(({ name }) => name),
    /** The person needs easy read, and nobody is named who checked that letter. */
    lacksEasyRead: needsEasyRead(needs.read) && !isOffered({ language: "en", style: "easy-read" }, checks),
  };
}

export type OpenedLetter = Awaited<ReturnType<typeof letterOf>>;

/** Why nobody gives the person a letter about a visit any more; null while somebody may. */
const whyNoLetter = ({ ended_as, day }: Visit) =>
  ended_as === "not-held"
    ? `The visit on ${formatDate(day)} is recorded as not held, so its letter is not given any more. The letter of the next visit is on that visit’s page.`
    : ended_as === "held-in-part"
      ? `The visit on ${formatDate(day)} is recorded as held in part, so its letter is not given any more. The letter of the next visit is on that visit’s page.`
      : null;

/** The days and ways in which a visit's letter was given, for those who record them. `nameOf` says by whom
 * a record is. */
type OfUser<Said> = (userId: string | null) => Said;
async function recordsOf(deps: Deps, visit: Visit, nameOf: OfUser<string>, mayRemove: OfUser<boolean>) {
  const given = await givenLetters(deps.db, [visit.id]);
  return {
    today: londonDate(deps.clock.now()),
    given: given.map((letter) => ({
      id: letter.id,
      words: `${LETTER_WAYS[letter.way]}, ${formatDate(letter.given_on)}`,
      who: nameOf(letter.recorded_by),
      mayRemove: mayRemove(letter.recorded_by),
    })),
    isChangedSince: isLetterOld(given, visit),
  };
}

/** Staff's page of a letter, with the days and ways in which it was given; the view is recorded. Throws 404 for an
 * unknown visit, and a redirect to the booking's page, which says why, when the visit was cancelled or the person's
 * data may not be used. */
export async function openStaffLetter(deps: Deps, visitId: string, by: ActedByRequest, request: Request) {
  const visit = await findVisit(deps, visitId);
  const booking = visit && (await findBooking(deps.db, visit.booking_id));
  if (!booking) throw data(null, { status: 404 });
  if (isErased(booking) || visit.ended_as !== null || (await isBookingRestricted(deps.db, booking)))
    throw redirect(`/admin/bookings/${booking.id}`);
  await recordStaffView(deps, by, "booking.viewed", ["booking", booking.id]);
  const names = await findUserNames(
    deps,
    (await givenLetters(deps.db, [visitId])).map(({ recorded_by }) => recorded_by),
  );
  const nameOf = (userId: string | null) => names.get(userId ?? "") ?? "Staff";
  return {
    ...(await letterOf(deps, booking, visit, request)),
    ...(await recordsOf(deps, visit, nameOf, () => true)),
  };
}

/** The letter of an assessor's own visit, with its records; the view is recorded. Where no letter can be given any
 * more, `why` says so instead. */
export async function openAssessorLetter(deps: Deps, own: OwnVisit, by: ActedByRequest, request: Request) {
  const { visit, booking } = own;
  const why = (await isBookingRestricted(deps.db, booking)) ? RESTRICTED : whyNoLetter(visit);
  if (why !== null) return { why, visitId: visit.id, reference: booking.reference };
  await recordStaffView(deps, by, "visit.viewed", ["booking", booking.id]);
  const isOwn = (userId: string | null) => userId === by.actor.id;
  const nameOf = (userId: string | null) => (isOwn(userId) ? "you" : "somebody else");
  return {
    ...(await letterOf(deps, booking, visit, request)),
    ...(await recordsOf(deps, visit, nameOf, isOwn)),
  };
}

/** The visit to come whose letter staff handed to the referrer. Null while there is none, and while the
 * booking is restricted. */
async function handedVisit(deps: Deps, booking: BookingRow): Promise<Visit | null> {
  const visit = upcomingVisit(await visitsOfBooking(deps, booking.id), deps.clock.now());
  if (!visit || isErased(booking) || (await isBookingRestricted(deps.db, booking))) return null;
  const given = await givenLetters(deps.db, [visit.id]);
  return given.some(({ way }) => way === "referrer") ? visit : null;
}

/** Whether the referrer can print the letter from their booking's page. */
export const hasReferrerLetter = async (deps: Deps, booking: BookingRow) =>
  (await handedVisit(deps, booking)) !== null;

/** The letter as the referrer prints it. Null as `handedVisit`. */
export async function openReferrerLetter(deps: Deps, booking: BookingRow, request: Request) {
  const visit = await handedVisit(deps, booking);
  return visit && letterOf(deps, booking, visit, request);
}
