import { redirect } from "react-router";
import type { Deps } from "#app/deps.server.ts";
import { requireStaff } from "#app/features/accounts/sign-in/guards.server.ts";
import { assessorsById } from "#app/features/assessors/assessors.server.ts";
import { isToCome } from "#app/features/booking/fields/status.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import {
  clientName,
  locationWords,
  longDateOr,
  referrerName,
  referrerPhone,
} from "#app/features/booking/record/booking-summary.ts";
import { isErased } from "#app/features/booking/record/erase-booking.server.ts";
import { findBooking } from "#app/features/booking/record/find-booking.server.ts";
import { bookingNotFoundPage } from "#app/features/booking/record/guards.server.ts";
import { readBooking } from "#app/features/booking/record/queries.server.ts";
import type { BookingPageArgs } from "#app/features/booking/record/guards.server.ts";
import { visitsOfBooking } from "#app/features/visits/record/find-visits.server.ts";
import { deadlinesOf } from "#app/features/referral/deadlines.server.ts";
import { deadlineNotes } from "#app/features/referral/deadlines.ts";
import { readInTheWay } from "#app/features/visits/plan/in-the-way.server.ts";
import { visitRefusal } from "#app/features/visits/agree/refusals.ts";
import { latestVisit, upcomingVisit } from "#app/features/visits/record/stage.ts";
import { readTime } from "#app/features/assessors/hours.ts";
import {
  MAX_VISIT_MINUTES,
  MIN_VISIT_MINUTES,
  planValues,
  type VisitPlan,
} from "#app/features/visits/record/visit-plan.ts";
import { hasBegun, whenOf } from "#app/features/visits/record/visit-times.ts";
import { readAddresses } from "#app/features/visits/plan/addresses.server.ts";
import { toShownAddress } from "#app/features/visits/plan/addresses.ts";
import { isWholeAddress } from "#app/features/visits/record/visit-place.ts";
import { readFirstFree } from "#app/features/visits/plan/read-first-free.server.ts";
import { freeListFor, needOf } from "#app/features/visits/plan/who-is-free.server.ts";
import { readVisitRecords } from "#app/features/visits/outcome/staff-records.server.ts";
import { readBookingVisits } from "./booking-visits.server.ts";
import { addDays, isIsoDate, isPastDay, londonDate, type IsoDate } from "#app/platform/dates.ts";

/** The last visit of a booking that was not cancelled, and whether it is still to come. */
export async function visitOf(deps: Deps, booking: BookingRow) {
  const visits = await visitsOfBooking(deps, booking.id);
  const upcoming = upcomingVisit(visits, deps.clock.now());
  const last = latestVisit(visits, deps.clock.now());
  if (!last) return null;
  const assessor = (await assessorsById(deps, [last.assessor_id])).get(last.assessor_id);
  const { id, day, start, minutes, mode, place } = last;
  return {
    id,
    day,
    start,
    minutes,
    mode,
    place,
    when: whenOf(last),
    isToCome: upcoming !== null,
    hasBegun: hasBegun({ day, start }, deps.clock.now()),
    assessor: { id: last.assessor_id, name: assessor?.name ?? "Somebody" },
  };
}

/** A booking whose visits a page changes, for staff; the view is recorded. `closed` says why no visit can be agreed;
 * null when one can. Throws the not-found page, and a redirect to an erased booking's own page. */
async function openBooking({ context, request, params }: BookingPageArgs) {
  const { deps, user } = await requireStaff(context, request);
  const row = await findBooking(deps.db, params.bookingId);
  if (!row) throw bookingNotFoundPage();
  if (isErased(row)) throw redirect(`/admin/bookings/${row.id}`);
  const { id, reference, version } = row;
  const isAdministrator = user.roleId === "administrator";
  const visit = await visitOf(deps, row);
  const closed = isToCome(row.status)
    ? null
    : visitRefusal({ problem: "closed" }, { mayOverrule: isAdministrator });
  const today = londonDate(deps.clock.now());
  const deadlines = deadlineNotes((await deadlinesOf(deps, [id])).get(id), today);
  const way = await readInTheWay(deps, row);
  const page = { id, reference, version, isAdministrator, visit, closed, deadlines, way };
  return { deps, row, page };
}

/** A booking with its visit, for the pages that change that. */
export const openVisitPage = async (asked: BookingPageArgs) => (await openBooking(asked)).page;

export type VisitPage = Awaited<ReturnType<typeof openVisitPage>>;

/** Assessors who are asked answer by this time of tomorrow, London, unless staff say otherwise. */
const ANSWER_TIME = "17:00";

/** The day and time that a link fills in; nothing that is no day or time. */
export function offeredTime(request: Request): { day?: IsoDate; start?: string; minutes?: number } {
  const search = new URL(request.url).searchParams;
  const [day, start, minutes] = ["day", "start", "minutes"].map((name) => search.get(name) ?? "");
  const time = readTime(start!);
  const length = Number(minutes);
  return {
    ...(isIsoDate(day!) && { day }),
    ...(time !== null && { start: time }),
    ...(length >= MIN_VISIT_MINUTES && length <= MAX_VISIT_MINUTES && { minutes: Math.trunc(length) }),
  };
}

/** The page "Agree the visit": the wishes, the likely plan, and who is free then. */
export async function openAgreePage(asked: BookingPageArgs) {
  const { deps, row, page } = await openBooking(asked);
  const booking = await readBooking(deps, row);
  const need = { ...(await needOf(deps, row)), way: page.way };
  const today = londonDate(deps.clock.now());
  const { preferredDate } = booking;
  const wished = preferredDate === null || isPastDay(preferredDate, today) ? "" : preferredDate;
  const { day = page.way.planFor ?? wished, ...time } = offeredTime(asked.request);
  const addresses = (await readAddresses(deps, row)).map(toShownAddress);
  const place = addresses[0]?.address ?? "";
  const values = planValues({ ...time, day, place, mode: booking.isVirtual ? "virtual" : "face-to-face" });
  const plan = { ...values, minutes: Number(values.minutes) } as unknown as VisitPlan;
  const list = day === "" ? null : await freeListFor(deps, plan, need);
  const chosen = new URL(asked.request.url).searchParams.get("assessor");
  const assessors = (list?.candidates ?? [])
    .filter(({ id, fit }) => id === chosen && fit.level !== "blocked")
    .map(({ id }) => id);
  const isFirst = page.closed === null && !page.visit?.isToCome;
  const answerBy = `${addDays(today, 1)}T${ANSWER_TIME}`;
  return {
    ...page,
    addresses,
    records: await readVisitRecords(deps, row.id),
    visits: await readBookingVisits(deps, row),
    values: { ...values, assessors, answerBy, times: [] as string[], chooseBy: "" },
    list,
    awaitsContact: row.awaits_contact_since !== null,
    firstFree: isFirst
      ? await readFirstFree(deps, plan, need, { wished: page.way.askedDate?.day ?? wished, way: page.way })
      : null,
    wishes: {
      client: clientName(booking),
      referrer: referrerName(booking),
      phone: referrerPhone(booking),
      assessments: booking.selectedAssessments.join(", "),
      preferred: longDateOr(preferredDate, "No date yet"),
      weekends: booking.allowWeekends ? "weekends possible" : "weekdays only",
      isEarlierWanted: booking.preferEarlierDate,
      location: locationWords(booking),
      language: need.language,
    },
  };
}

/** The page "Reassign the visit": who else is free for it. */
export async function openReassignPage(asked: BookingPageArgs) {
  const { deps, row, page } = await openBooking(asked);
  const { visit } = page;
  if (!visit?.isToCome) return { ...page, list: null };
  return { ...page, list: await othersList(deps, row, visit) };
}

type ShownVisit = VisitPlan & { id: string; assessor: { id: string } };

/** The assessors who could go instead. */
export async function othersList(deps: Deps, row: BookingRow, visit: ShownVisit) {
  const list = await freeListFor(deps, visit, { ...(await needOf(deps, row)), exceptVisitId: visit.id });
  return { ...list, candidates: list.candidates.filter(({ id }) => id !== visit.assessor.id) };
}

/** The page "Move the visit": whether its assessor is free, at first for the time that it has. */
export async function openMovePage(asked: BookingPageArgs) {
  const { deps, row, page } = await openBooking(asked);
  const { visit } = page;
  const addresses = (await readAddresses(deps, row)).map(toShownAddress);
  if (!visit?.isToCome) return { ...page, addresses, plan: null, list: null };
  const whole = addresses.find(({ address }) => isWholeAddress(address))?.address;
  const place = isWholeAddress(visit.place) ? visit.place : (whole ?? visit.place);
  const plan = { ...visit, ...(visit.mode === "face-to-face" && { place }), ...offeredTime(asked.request) };
  return { ...page, addresses, plan: planValues(plan), list: await assessorsOwnList(deps, row, visit, plan) };
}

/** Whether the assessor of a visit is free for another plan, as a list of one. */
export async function assessorsOwnList(deps: Deps, row: BookingRow, visit: ShownVisit, plan: VisitPlan) {
  const list = await freeListFor(deps, plan, { ...(await needOf(deps, row)), exceptVisitId: visit.id });
  return { ...list, candidates: list.candidates.filter(({ id }) => id === visit.assessor.id) };
}
