import { byIds } from "#app/kit/pieces.server.ts";
import type { Executor } from "#app/platform/database.server.ts";
import type { PricingMode } from "#app/features/catalogue/catalogue.ts";
import type { IsoDate } from "#app/platform/dates.ts";
import { sealedColumn, type Secrets } from "#app/platform/secrets.server.ts";
import { travelOf, type FitProfile, type PlannedVisit, type Taken } from "./fit.ts";
import type { VisitAnswerRow, VisitQuestionRow, VisitRow } from "./tables.ts";
import { districtOf } from "./visit-place.ts";
import { spanOf } from "./visit-times.ts";
import { busyBetween, type BusyTime } from "#app/features/assessors/busy/busy-times.server.ts";
import type { Deps } from "#app/deps.server.ts";

type ReadDeps = { db: Executor; secrets: Secrets };

const sealedVisitPlace = sealedColumn("visits", "place_sealed");
const sealedQuestionPlace = sealedColumn("visit_questions", "place_sealed");
const sealedReason = sealedColumn("visit_answers", "reason_sealed");

const sealedOrNull = (column: typeof sealedVisitPlace, secrets: Secrets, id: string, text: string) =>
  text === "" ? null : column.encrypt(secrets, id, text);

export const sealVisitPlace = (secrets: Secrets, id: string, place: string) =>
  sealedOrNull(sealedVisitPlace, secrets, id, place);
export const sealQuestionPlace = (secrets: Secrets, id: string, place: string) =>
  sealedOrNull(sealedQuestionPlace, secrets, id, place);

const answerId = (row: Pick<VisitAnswerRow, "question_id" | "assessor_id">) =>
  `${row.question_id}:${row.assessor_id}`;
/** An assessor's reason for declining, sealed for this answer. */
export const sealReason = (secrets: Secrets, row: Parameters<typeof answerId>[0], reason: string) =>
  sealedOrNull(sealedReason, secrets, answerId(row), reason);

export const modeOf = ({ is_virtual }: Pick<VisitRow, "is_virtual">): PricingMode =>
  is_virtual === 1 ? "virtual" : "face-to-face";

/** An address, or how to join; empty when none is known. */
export const visitPlaceOf = (secrets: Secrets, { id, place_sealed }: Pick<VisitRow, "id" | "place_sealed">) =>
  place_sealed === null ? "" : sealedVisitPlace.decrypt(secrets, id, place_sealed);

const toVisit = (secrets: Secrets, { place_sealed, ...row }: VisitRow) => ({
  ...row,
  mode: modeOf(row),
  place: visitPlaceOf(secrets, { id: row.id, place_sealed }),
  travel: { before: row.travel_before_minutes, after: row.travel_after_minutes },
});

/** With its place decrypted: an address, or how to join. Empty when none is known. */
export type Visit = ReturnType<typeof toVisit>;

/** A booking's visits, the earliest agreed first. */
export async function visitsOfBooking(deps: ReadDeps, bookingId: string): Promise<Visit[]> {
  const rows = (await visitsByBooking(deps.db, [bookingId])).get(bookingId) ?? [];
  return rows.map((row) => toVisit(deps.secrets, row));
}

/** Who carries out each booking's latest visit, by booking id; cancelled visits do not count. */
export async function assessorIdsByBooking({ db }: { db: Executor }, bookingIds: string[]) {
  const rows = await byIds(bookingIds, (piece) =>
    db
      .selectFrom("visits")
      .select(["booking_id", "assessor_id"])
      .where("booking_id", "in", piece)
      .where("ended_as", "is", null)
      .orderBy("created_at")
      .orderBy("id")
      .execute(),
  );
  return new Map(rows.map((row) => [row.booking_id, row.assessor_id]));
}

/** A visit by id with its place decrypted, without a check of rights. Null when unknown. */
export async function findVisit(deps: ReadDeps, visitId: string): Promise<Visit | null> {
  const row = await deps.db.selectFrom("visits").selectAll().where("id", "=", visitId).executeTakeFirst();
  return row ? toVisit(deps.secrets, row) : null;
}

/** Visits of several bookings, by booking id, the earliest agreed first. Without their places. */
export async function visitsByBooking(executor: Executor, bookingIds: readonly string[]) {
  const rows = await byIds(bookingIds, (piece) =>
    executor
      .selectFrom("visits")
      .selectAll()
      .where("booking_id", "in", piece)
      .orderBy("created_at")
      .orderBy("id")
      .execute(),
  );
  return Map.groupBy(rows, (row) => row.booking_id);
}

/** Ids of these bookings' visits that an assessor has recorded as held in full. */
export async function heldVisits(executor: Executor, bookingIds: readonly string[]): Promise<Set<string>> {
  const rows = await byIds(bookingIds, (piece) =>
    executor
      .selectFrom("visits")
      .innerJoin("visit_outcomes", "visit_outcomes.visit_id", "visits.id")
      .select("visits.id")
      .where("visits.booking_id", "in", piece)
      // An outcome that is not in full ends the visit.
      .where("visits.ended_as", "is", null)
      .execute(),
  );
  return new Set(rows.map(({ id }) => id));
}

type Span = {
  from: IsoDate;
  until?: IsoDate;
  assessorIds?: readonly string[] | undefined;
  bookingIds?: readonly string[] | undefined;
};

/** Agreed visits in these days, both included, or from a day on, with the booking's reference; of these assessors or
 * bookings, or of all. */
export async function visitsBetween(deps: ReadDeps, { from, until, assessorIds, bookingIds }: Span) {
  if (assessorIds?.length === 0 || bookingIds?.length === 0) return [];
  const rows = await deps.db
    .selectFrom("visits")
    .innerJoin("bookings", "bookings.id", "visits.booking_id")
    .selectAll("visits")
    .select(["bookings.reference", "bookings.assessment_location as location"])
    .where("visits.day", ">=", from)
    .where("visits.ended_as", "is", null)
    .$if(until !== undefined, (query) => query.where("visits.day", "<=", until!))
    .$if(bookingIds !== undefined, (query) => query.where("visits.booking_id", "in", bookingIds!))
    .$if(assessorIds !== undefined, (query) => query.where("visits.assessor_id", "in", assessorIds!))
    .orderBy("visits.day")
    .orderBy("visits.start")
    .orderBy("visits.id")
    .execute();
  return rows.map(({ reference, location, ...row }) => {
    const visit = toVisit(deps.secrets, row);
    const district = visit.mode === "virtual" ? null : districtOf(visit.place, location);
    return { ...visit, reference, location, district };
  });
}

export type ListedVisit = Awaited<ReturnType<typeof visitsBetween>>[number];

/** The number of agreed visits by assessor in these days, both included. */
export async function countVisits(executor: Executor, from: IsoDate, until: IsoDate) {
  const rows = await executor
    .selectFrom("visits")
    .select((eb) => ["assessor_id", eb.fn.countAll<number | string>().as("count")])
    .where("day", ">=", from)
    .where("day", "<=", until)
    .where("ended_as", "is", null)
    .groupBy("assessor_id")
    .execute();
  return new Map(rows.map(({ assessor_id, count }) => [assessor_id, Number(count)]));
}

/** The times that these assessors' own calendars take on these days, without those within a visit of theirs: many note
 * their visits there, too. `visits` are all that they have around these days. */
export async function busyBeside(
  deps: Pick<Deps, "clock"> & { db: Executor },
  assessorIds: readonly string[],
  days: { from: IsoDate; until: IsoDate },
  visits: readonly (PlannedVisit & { assessor_id: string })[],
): Promise<Map<string, BusyTime[]>> {
  const busy = await busyBetween(deps, assessorIds, days);
  for (const [id, times] of busy) {
    const spans = visits
      .filter(({ assessor_id }) => assessor_id === id)
      .map((visit) => spanOf(visit, visit.travel));
    const others = times.filter(
      (time) => !spans.some(({ from, until }) => from <= time.from && time.until <= until),
    );
    busy.set(id, others);
  }
  return busy;
}

type Traveller = { id: string } & Pick<FitProfile, "travelBeforeMinutes" | "travelAfterMinutes">;

/** Adds the times that are held for referrers to what else takes the time of these assessors. */
export function withHeld(
  busy: ReadonlyMap<string, readonly BusyTime[]>,
  questions: readonly VisitQuestion[],
  assessors: readonly Traveller[],
): Map<string, Taken[]> {
  const held = questions.filter(({ offer_id }) => offer_id !== null);
  return new Map(
    assessors.map((assessor) => {
      const own = held.filter(({ answers }) => answers.some((one) => one.assessor_id === assessor.id));
      const spans = own.map((question) => ({
        ...spanOf(question, travelOf(assessor, question.mode)),
        isOld: false,
        heldFor: question.booking_id,
      }));
      return [assessor.id, [...(busy.get(assessor.id) ?? []), ...spans]];
    }),
  );
}

/** Times that are in the way of a visit for a booking: one that is held for its own referrer is not, nor another's once
 * a referrer chooses (`isOffered`). */
export const takenFor = (
  taken: readonly Taken[] | undefined,
  { bookingId, isOffered }: { bookingId: string | undefined; isOffered?: boolean | undefined },
): readonly Taken[] =>
  (taken ?? []).filter(
    ({ heldFor }) => heldFor === undefined || (isOffered !== true && heldFor !== bookingId),
  );

type Question = Omit<VisitQuestionRow, "place_sealed"> & { place: string; mode: PricingMode };

function toQuestion(secrets: Secrets, { place_sealed, ...row }: VisitQuestionRow): Question {
  const place = place_sealed === null ? "" : sealedQuestionPlace.decrypt(secrets, row.id, place_sealed);
  return { ...row, mode: modeOf(row), place };
}

export type Answer = Omit<VisitAnswerRow, "reason_sealed"> & { reason: string };

/** A question with the answers of all who were asked. */
export type VisitQuestion = Question & { answers: Answer[] };

async function withAnswers(deps: ReadDeps, rows: VisitQuestionRow[]): Promise<VisitQuestion[]> {
  if (rows.length === 0) return [];
  const answers = await byIds(
    rows.map(({ id }) => id),
    (piece) =>
      deps.db
        .selectFrom("visit_answers")
        .selectAll()
        .where("question_id", "in", piece)
        .orderBy("assessor_id")
        .execute(),
  );
  const read = ({ reason_sealed, ...row }: VisitAnswerRow): Answer => ({
    ...row,
    reason: reason_sealed === null ? "" : sealedReason.decrypt(deps.secrets, answerId(row), reason_sealed),
  });
  const answersOf = Map.groupBy(answers.map(read), ({ question_id }) => question_id);
  return rows.map((row) => ({ ...toQuestion(deps.secrets, row), answers: answersOf.get(row.id) ?? [] }));
}

/** A question by id with its answers, without a check of rights. Null when unknown. */
export async function findQuestion(deps: ReadDeps, questionId: string): Promise<VisitQuestion | null> {
  const rows = await deps.db.selectFrom("visit_questions").selectAll().where("id", "=", questionId).execute();
  return (await withAnswers(deps, rows))[0] ?? null;
}

/** A booking's questions to assessors, the latest first. */
export async function questionsOfBooking(deps: ReadDeps, bookingId: string): Promise<VisitQuestion[]> {
  const rows = await deps.db
    .selectFrom("visit_questions")
    .selectAll()
    .where("booking_id", "=", bookingId)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .execute();
  return withAnswers(deps, rows);
}

/** True until it is closed or its deadline (UTC) is past. */
export const isQuestionOpen = (question: Pick<VisitQuestionRow, "closed_at" | "deadline_at">, now: Date) =>
  question.closed_at === null && question.deadline_at > now.toISOString();

/** The open questions for visits on these days, both included. */
export async function openQuestionsBetween(
  deps: ReadDeps,
  { from, until }: { from: IsoDate; until: IsoDate },
  now: Date,
): Promise<VisitQuestion[]> {
  const rows = await deps.db
    .selectFrom("visit_questions")
    .selectAll()
    .where("closed_at", "is", null)
    .where("deadline_at", ">", now.toISOString())
    .where("day", ">=", from)
    .where("day", "<=", until)
    .orderBy("day")
    .orderBy("start")
    .orderBy("id")
    .execute();
  return withAnswers(deps, rows);
}

/** The open questions that an assessor was asked and has not answered, and the times that are held for them, the first
 * to end first. */
export async function questionsFor(deps: ReadDeps, assessorId: string, now: Date): Promise<VisitQuestion[]> {
  const rows = await deps.db
    .selectFrom("visit_questions")
    .innerJoin("visit_answers", "visit_answers.question_id", "visit_questions.id")
    .selectAll("visit_questions")
    .where("visit_answers.assessor_id", "=", assessorId)
    .where("visit_answers.answer", "is", null)
    .where("visit_questions.closed_at", "is", null)
    .where("visit_questions.deadline_at", ">", now.toISOString())
    .orderBy("visit_questions.deadline_at")
    .orderBy("visit_questions.id")
    .execute();
  return withAnswers(deps, rows);
}
