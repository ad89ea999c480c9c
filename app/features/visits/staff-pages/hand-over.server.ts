import { askedDay } from "#app/forms/date-parts.ts";
import { data, redirect } from "react-router";
import { z } from "zod";
import type { Deps } from "#app/deps.server.ts";
import { requireStaff, type RouteContext } from "#app/features/accounts/sign-in/guards.server.ts";
import {
  addDaysOff,
  assessorsById,
  listDaysOff,
  type Assessor,
} from "#app/features/assessors/assessors.server.ts";
import type { ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import { whyKept } from "#app/features/booking/record/change-booking.server.ts";
import { bookingsById, peopleOf } from "#app/features/booking/record/find-booking.server.ts";
import { KEPT_WORDS, type Kept } from "#app/features/booking/record/kept-words.ts";
import { handOverPage } from "#app/features/visits/plan/ask-first.server.ts";
import { isAboutAssessor, openProblems } from "#app/features/visits/plan/visit-problems.ts";
import { visitProblems } from "#app/features/visits/plan/visit-problems.server.ts";
import { reassignVisit } from "#app/features/visits/agree/change-visit.server.ts";
import { visitsBetween, type ListedVisit } from "#app/features/visits/record/find-visits.server.ts";
import { inOneLine, travelOf } from "#app/features/visits/record/fit.ts";
import { visitRefusal } from "#app/features/visits/agree/refusals.ts";
import { hasEnded, overlaps, spanOf, whenOf, type Span } from "#app/features/visits/record/visit-times.ts";
import {
  freeListFor,
  needsOfBookings,
  readDiaries,
  type Candidate,
  type Diaries,
} from "#app/features/visits/plan/who-is-free.server.ts";
import { parseForm, refuseForm, type Messages } from "#app/forms/read-form.server.ts";
import { londonDate, type IsoDate } from "#app/platform/dates.ts";
import { unseenSigns } from "./answer-visit.server.ts";
import { choiceOf, listOf, versionOf } from "./hand-over-words.ts";

/** The visits that one page lists; the rest follows once these are handed over. */
const MAX_LISTED = 40;

type Asked = { context: RouteContext; request: Request; params: { assessorId: string } };

/** The days of the address: from today on, unless it names others. `until` is empty for all that follow. */
function daysOf(request: Request, today: IsoDate): { from: IsoDate; until: IsoDate | "" } {
  const search = new URL(request.url).searchParams;
  const [from, until] = [askedDay(search, "from"), askedDay(search, "until")];
  const begin = from && from > today ? from : today;
  return { from: begin, until: until && until >= begin ? until : "" };
}

async function visitsOf(deps: Deps, assessorId: string, { from, until }: ReturnType<typeof daysOf>) {
  const span = { from, ...(until && { until }), assessorIds: [assessorId] };
  const now = deps.clock.now();
  return (await visitsBetween(deps, span)).filter((visit) => !hasEnded(visit, now));
}

/** Everybody who has or had visits may have to hand them over, also without the role. Throws 404. */
async function assessorOf(deps: Deps, assessorId: string): Promise<Assessor> {
  const assessor = (await assessorsById(deps, [assessorId])).get(assessorId);
  if (!assessor) throw data(null, { status: 404 });
  return assessor;
}

type Given = { span: Span; day: IsoDate };

/** Chooses for each visit the first who fits beside what was chosen for the visits before it; nobody
 * where none does. */
function chooser(assessors: readonly Assessor[]) {
  const byId = new Map(assessors.map((assessor) => [assessor.id, assessor]));
  const given = new Map<string, Given[]>();
  return (visit: ListedVisit, candidates: readonly Candidate[]): string => {
    const best = candidates.find(({ id, fit, visitsThatDay }) => {
      const assessor = byId.get(id);
      if (fit.level !== "fits" || !assessor) return false;
      const own = given.get(id) ?? [];
      const sameDay = visitsThatDay + own.filter(({ day }) => day === visit.day).length;
      const span = spanOf(visit, travelOf(assessor, visit.mode));
      const isFull = assessor.maxVisitsADay !== null && sameDay >= assessor.maxVisitsADay;
      return !isFull && own.every((other) => !overlaps(span, other.span));
    });
    if (!best) return "";
    const assessor = byId.get(best.id)!;
    const span = spanOf(visit, travelOf(assessor, visit.mode));
    given.set(best.id, [...(given.get(best.id) ?? []), { span, day: visit.day }]);
    return best.id;
  };
}

/** The bookings of these visits: why one may not be changed, else what its visit needs. */
async function bookingsOf(deps: Deps, by: ActedByRequest, visits: readonly ListedVisit[]) {
  const bookings = await bookingsById(
    deps.db,
    visits.map(({ booking_id }) => booking_id),
  );
  const kept = new Map<string, Kept>();
  for (const booking of bookings) {
    const why = await whyKept(deps.db, booking, { by });
    if (why) kept.set(booking.id, why);
  }
  const free = bookings.filter(({ id }) => !kept.has(id));
  const needs = await needsOfBookings(deps, free);
  const byId = new Map(bookings.map((booking) => [booking.id, booking]));
  return (id: string) => ({
    booking: byId.get(id)!,
    kept: kept.get(id) ?? null,
    need: needs.get(id) ?? null,
  });
}

/** The page "Hand over visits": the assessor's visits to come in these days, and who is free for each. */
export async function openHandOver({ context, request, params }: Asked) {
  const { deps, by, user } = await requireStaff(context, request);
  const assessor = await assessorOf(deps, params.assessorId);
  const days = daysOf(request, londonDate(deps.clock.now()));
  const all = await visitsOf(deps, assessor.id, days);
  const shown = all.slice(0, MAX_LISTED);
  const problems = await visitProblems(deps, shown, { planned: all });
  const last = shown.at(-1)?.day ?? days.from;
  const diaries = await readDiaries(deps, { from: days.from, until: last });
  const choose = chooser(diaries.assessors);
  const bookingOf = await bookingsOf(deps, by, shown);
  const people = await peopleOf(
    deps,
    shown.map(({ reference }) => reference),
  );
  const visits = [];
  for (const visit of shown) {
    const { id, booking_id: bookingId, reference, mode, district, location } = visit;
    const { booking, kept, need } = bookingOf(bookingId);
    const list = need && (await freeListFor(deps, visit, { ...need, exceptVisitId: id }, diaries));
    const candidates = list?.candidates.filter((one) => one.id !== assessor.id) ?? [];
    visits.push({
      id,
      bookingId,
      reference,
      kept: kept && KEPT_WORDS[kept],
      version: kept ? 0 : booking.version,
      person: people[reference] ?? "",
      when: whenOf(visit),
      where: mode === "virtual" ? "virtual" : (district ?? location ?? "face-to-face"),
      why: inOneLine(openProblems(problems.get(id) ?? [], visit).filter(isAboutAssessor)),
      list: list && { ...list, candidates },
      chosen: choose(visit, candidates),
    });
  }
  const { from, until } = days;
  const off = until === "" ? [] : await listDaysOff(deps, assessor.id, from);
  return {
    assessor: { id: assessor.id, name: assessor.name },
    handlesMoney: user.handlesMoney,
    from,
    until,
    visits,
    count: all.length,
    /** Days that are not off yet can be recorded as days off with the same press. */
    mayRecordOff:
      until !== "" && assessor.isAssessor && off.every((days) => days.fromOn > from || days.untilOn < until),
  };
}

export type HandOver = Awaited<ReturnType<typeof openHandOver>>;

const HandOverSchema = z.object({
  reason: z.string().trim().max(500, "Please keep this to 500 characters.").default(""),
  notify: z.literal("on").optional().catch(undefined),
  daysOff: z.literal("on").optional().catch(undefined),
});

type Choice = { visit: ListedVisit; assessorId: string; version: number; seenList: string };

const TOO_MANY = "The days off were not recorded: remove some of the others first.";

/** `unseenSigns` of a choice, as things are now. */
async function signsAgainstChoice(
  deps: Deps,
  by: ActedByRequest,
  { visit, assessorId, seenList }: Choice,
  diaries: Diaries,
) {
  const { need } = (await bookingsOf(deps, by, [visit]))(visit.booking_id);
  if (!need) return null;
  const list = await freeListFor(deps, visit, { ...need, exceptVisitId: visit.id }, diaries);
  return unseenSigns(list, assessorId, seenList);
}

/** Gives each visit to the one who was chosen, one by one: what cannot be given stays, with its reason by control. */
async function handOver(
  deps: Deps,
  choices: readonly Choice[],
  change: ActedByRequest & { reason: string; isReferrerTold: boolean },
): Promise<Messages> {
  const errors: Messages = {};
  const [from, until] = [choices[0]?.visit.day, choices.at(-1)?.visit.day];
  if (!from || !until) return errors;
  const diaries = await readDiaries(deps, { from, until });
  for (const choice of choices) {
    const { visit, assessorId, version } = choice;
    const unseen = await signsAgainstChoice(deps, change, choice, diaries);
    const result = unseen
      ? null
      : await reassignVisit(deps, {
          ...change,
          bookingId: visit.booking_id,
          version,
          assessorId,
          overruled: null,
        });
    if (result?.ok) continue;
    const refusal = !result || result.problem === "not-found" ? ({ problem: "no-visit" } as const) : result;
    errors[choiceOf(visit.id)] = [
      unseen ? `${unseen}. Press the button again to go on.` : visitRefusal(refusal, { mayOverrule: false }),
    ];
  }
  return errors;
}

/** Answers the page "Hand over visits". Throws the redirect when every visit for which somebody was chosen
 * is handed over. */
export async function answerHandOver({ context, request, params }: Asked) {
  const { deps, by } = await requireStaff(context, request);
  const assessor = await assessorOf(deps, params.assessorId);
  const form = await request.formData();
  const read = parseForm(form, HandOverSchema, "Nothing was handed over. Please check the form.");
  if (!read.ok) return data(read.reply, { status: 400 });
  const { reason, notify, daysOff } = read.value;
  const days = daysOf(request, londonDate(deps.clock.now()));
  const listed = await visitsOf(deps, assessor.id, days);
  const choices = listed.flatMap((visit): Choice[] => {
    const assessorId = String(form.get(choiceOf(visit.id)) ?? "");
    const version = Number(form.get(versionOf(visit.id)));
    return assessorId ? [{ visit, assessorId, version, seenList: String(form.get(listOf(visit.id))) }] : [];
  });
  const isOff = daysOff === "on" && days.until !== "" && assessor.isAssessor;
  if (choices.length === 0 && !isOff) {
    return data(refuseForm(form, "Nothing was handed over: choose somebody for a visit."), { status: 400 });
  }
  const change = { ...by, reason, isReferrerTold: notify === "on" };
  const errors = await handOver(deps, choices, change);
  const kept = Object.keys(errors).length;
  if (isOff) {
    const span = { fromOn: days.from, untilOn: days.until };
    if ((await addDaysOff(deps, assessor.id, span, by)) === "too-many") errors.daysOff = [TOO_MANY];
  }
  if (Object.keys(errors).length === 0) {
    const done = new URLSearchParams({ done: choices.length > 0 ? "handed-over" : "days-off" });
    throw redirect(`${handOverPage(assessor.id, days.from, days.until)}&${done}`);
  }
  // The page loads again without the visits that are handed over, so its form gets the new versions.
  for (const { visit } of choices) form.delete(versionOf(visit.id));
  const moved = choices.length - kept;
  const summary = `${moved === 0 ? "None" : moved} of ${choices.length} ${choices.length === 1 ? "visit was" : "visits were"} handed over. The rest stays: see why below.`;
  return data(refuseForm(form, summary, errors), { status: 409 });
}
