import { byIds } from "#app/kit/pieces.server.ts";
import { currentOffer } from "#app/features/catalogue/catalogue.ts";
import { visitOfReport } from "#app/features/report/read-progress.server.ts";
import { addWorkingDays } from "#app/features/booking/fields/working-days.server.ts";
import { heldVisits } from "#app/features/visits/record/find-visits.server.ts";
import { spanOf } from "#app/features/visits/record/visit-times.ts";
import type { Deps } from "#app/deps.server.ts";
import type { Executor } from "#app/platform/database.server.ts";
import type { IsoDate } from "#app/platform/dates.ts";
import { dueAt } from "./due.ts";
import { readOpenStages, type Moment } from "./facts.server.ts";
import { isStage, type Stage, type StageFilter } from "./stage.ts";

type ReadDeps = Pick<Deps, "clock" | "settings"> & { db: Executor };

export type OpenBooking = {
  id: string;
  stage: Stage;
  tasks: { "referral-forms": boolean; link: boolean };
  /** The instant (UTC) by which somebody should act; null for an erased booking. */
  due: string | null;
  /** The member of staff who looks after it. */
  ownerId: string | null;
  /** A contact is owed since then, or from then on; the oldest request without an answer was sent then. */
  contactSince: string | null;
  requestedAt: string | null;
  /** Hours to the first contact, and to the answer of a request. */
  promiseHours: number;
};

/** Stages whose due moment follows from the report's day, and from that of a visit. */
const REPORT_STAGES: readonly Stage[] = ["to-report", "to-review", "on-hold"];
const VISIT_STAGES: readonly Stage[] = [...REPORT_STAGES, "agreed", "outcome-missing", "to-complete"];

/** The reports of these bookings. By state SQLite would read those of all years. */
const reportsOf = (db: Executor, ids: readonly string[]) =>
  byIds(ids, (piece) =>
    db
      .selectFrom("reports")
      .select(["booking_id", "state", "reviewed_at as at"])
      .where("booking_id", "in", piece)
      .orderBy("reviewed_at")
      .execute(),
  );

const agreedVisits = (db: Executor) =>
  db
    .selectFrom("visits")
    .innerJoin("bookings", "bookings.id", "visits.booking_id")
    .select(["visits.id", "visits.booking_id", "visits.day", "visits.start", "visits.minutes"])
    .select("visits.ended_as")
    .where("visits.ended_as", "is", null)
    .where("bookings.status", "in", ["pending", "confirmed"])
    .orderBy("visits.created_at")
    .orderBy("visits.id")
    .execute();

/** Counts working days, each once. */
function rememberDays(): typeof addWorkingDays {
  const counted = new Map<string, IsoDate>();
  return (day, count) => {
    const key = `${day} ${count}`;
    const known = counted.get(key) ?? addWorkingDays(day, count);
    counted.set(key, known);
    return known;
  };
}

/** The latest instants by booking id, of what has no answer yet. */
const openInstants = async (db: Executor) => {
  const questions = await db
    .selectFrom("visit_questions")
    .select((eb) => ["booking_id", eb.fn.max("deadline_at").as("at")])
    .where("closed_at", "is", null)
    .groupBy("booking_id")
    .execute();
  const requests = await db
    .selectFrom("booking_requests")
    .select((eb) => ["booking_id", eb.fn.min("created_at").as("at")])
    .where("answered_at", "is", null)
    .groupBy("booking_id")
    .execute();
  const byBooking = (rows: { booking_id: string; at: string | null }[]) =>
    new Map(rows.map(({ booking_id, at }) => [booking_id, at]));
  return { answersUntil: byBooking(questions), requestedAt: byBooking(requests) };
};

/** All open bookings with their stage, what is due first on top. A few queries, each read once however many cards and
 * filters ask: their number follows the open bookings, not the years. */
export async function readOpenWork(deps: ReadDeps, moment: Moment): Promise<OpenBooking[]> {
  const bookings = await readOpenStages(deps.db, moment);
  const visitsOf = Map.groupBy(await agreedVisits(deps.db), ({ booking_id }) => booking_id);
  const { answersUntil, requestedAt } = await openInstants(deps.db);
  const inStage = (stages: readonly Stage[]) =>
    bookings.flatMap(({ id, stage }) => (stages.includes(stage) ? [id] : []));
  const reported = inStage(REPORT_STAGES).filter((id) => visitsOf.has(id));
  const held = await heldVisits(deps.db, reported);
  const reports = await reportsOf(deps.db, inStage(["to-complete"]));
  // The last one that was released.
  const releasedAt = new Map(
    reports.flatMap(({ booking_id, state, at }) => (state === "released" ? [[booking_id, at]] : [])),
  );
  const { promiseHours } = currentOffer().rules;
  const countDays = rememberDays();
  const now = deps.clock.now().getTime();
  const instant = (time: number | undefined) => (time === undefined ? null : new Date(time).toISOString());
  return bookings
    .map(({ id, stage, ...booking }) => {
      const visits = VISIT_STAGES.includes(stage) ? (visitsOf.get(id) ?? []) : [];
      const spans = visits.map((visit) => spanOf(visit)).toSorted((one, other) => one.from - other.from);
      const asked = requestedAt.get(id) ?? null;
      const hours = booking.promise_hours ?? promiseHours;
      const due = dueAt(
        stage,
        {
          bookedAt: booking.created_at,
          contactDue: booking.awaits_contact_since,
          requestedAt: asked,
          preferredDate: booking.preferred_date,
          answersUntil: answersUntil.get(id) ?? null,
          releasedAt: releasedAt.get(id) ?? null,
          visitAt: instant(spans.find(({ until }) => until > now)?.from),
          visitedAt: instant(spans.findLast(({ until }) => until <= now)?.until),
          reportDue: REPORT_STAGES.includes(stage)
            ? visitOfReport(deps, booking, visits, held, countDays).dueOn
            : null,
        },
        hours,
      );
      const tasks = { "referral-forms": booking.lacksForms === 1, link: booking.lacksLink === 1 };
      const { owner_id: ownerId, awaits_contact_since: contactSince } = booking;
      return { id, stage, tasks, due, ownerId, contactSince, requestedAt: asked, promiseHours: hours };
    })
    .toSorted(byDue);
}

const LAST = "~";

/** The longest overdue first; at the same moment in the order in which they were booked, which ids follow. */
const byDue = (one: OpenBooking, other: OpenBooking) => {
  const [a, b] = [one.due ?? LAST, other.due ?? LAST];
  if (a !== b) return a < b ? -1 : 1;
  return one.id < other.id ? -1 : 1;
};

/** The open bookings of a stage or with a task; null for what has to be looked up: tasks that others leave, and
 * bookings that are done. */
export function openAt(work: readonly OpenBooking[], wanted: StageFilter): OpenBooking[] | null {
  if (wanted === "referral-forms" || wanted === "link") return work.filter(({ tasks }) => tasks[wanted]);
  if (!isStage(wanted) || wanted === "done" || wanted === "cancelled") return null;
  return work.filter(({ stage }) => stage === wanted);
}
