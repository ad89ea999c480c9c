import { sql, type Expression, type ExpressionBuilder, type SelectQueryBuilder, type SqlBool } from "kysely";
import { hasActiveAssessor } from "#app/features/assessors/assessors.server.ts";
import { overdueBookingIds } from "#app/features/billing/invoice-state.server.ts";
import { isToInvoice } from "#app/features/billing/own/to-invoice.server.ts";
import { unreadNoteBookingIds } from "#app/features/visits/outcome/office-notes.server.ts";
import { unsafeBookingIds } from "#app/features/visits/plan/visits-to-do.server.ts";
import { visitsNotOver } from "#app/features/visits/record/visits-in-time.server.ts";
import type { Deps } from "#app/deps.server.ts";
import type { Executor } from "#app/platform/database.server.ts";
import { londonDate, type IsoDate } from "#app/platform/dates.ts";
import type { Tables } from "#app/platform/tables.ts";
import {
  isStage,
  MAX_COUNTED,
  STAGE_RULES,
  type Fact,
  type Facts,
  type Stage,
  type StageFilter,
  type Task,
} from "./stage.ts";

/** The moment for which stages are read, with what does not depend on the booking. */
export type Moment = {
  now: string;
  /** The day in London. */
  today: IsoDate;
  /** Ids of visits of today and yesterday whose time is not over. */
  notOver: readonly string[];
  hasAssessors: boolean;
  /** The practice makes its own invoices. */
  invoicesHere: boolean;
};

type MomentDeps = { db: Executor } & Pick<Deps, "clock" | "settings">;

export async function readMoment({ db, clock, settings }: MomentDeps): Promise<Moment> {
  const now = clock.now();
  return {
    now: now.toISOString(),
    today: londonDate(now),
    notOver: await visitsNotOver(db, now),
    hasAssessors: await hasActiveAssessor(db),
    invoicesHere: settings.current().invoices.maker === "here",
  };
}

type Builder = ExpressionBuilder<Tables, "bookings">;
type Condition = Expression<SqlBool>;
type BookingIds<Db, Of extends keyof Db> = SelectQueryBuilder<Db, Of, { booking_id: string }>;

const ALWAYS = sql<SqlBool>`1 = 1`;
const NEVER = sql<SqlBool>`1 = 0`;

const openRequests = (eb: Builder) =>
  eb
    .selectFrom("booking_requests")
    .select("booking_requests.booking_id")
    .where("booking_requests.answered_at", "is", null);

/** Files with a virus that somebody may still open: papers, and reports in review or released. */
const infectedFiles = (eb: Builder) =>
  eb
    .selectFrom("documents")
    .leftJoin("reports as infected", (join) =>
      join
        .onRef("infected.document_id", "=", "documents.id")
        .onRef("infected.booking_id", "=", "documents.booking_id"),
    )
    .select("documents.booking_id")
    .where("documents.scan", "=", "infected")
    .where((file) =>
      file.or([
        file("documents.purpose", "=", "paper"),
        file("infected.state", "in", ["in-review", "released"]),
      ]),
    );

/** The facts, each as a condition on a row of `bookings`. What there are few of (open requests, reports in review) is
 * read as a list of ids, so that the few lead to their bookings. */
function conditions(eb: Builder, { now, today, notOver, hasAssessors, invoicesHere }: Moment) {
  const visits = eb
    .selectFrom("visits")
    .select("visits.id")
    .whereRef("visits.booking_id", "=", "bookings.id");
  const standing = visits.where("visits.ended_as", "is", null);
  const toCome = standing.where((visit) =>
    visit.or([
      visit("visits.day", ">", today),
      ...(notOver.length > 0 ? [visit("visits.id", "in", notOver)] : []),
    ]),
  );
  const over = standing
    .where("visits.day", "<=", today)
    .$if(notOver.length > 0, (query) => query.where("visits.id", "not in", notOver));
  // Nobody is asked about a held time.
  const questions = eb
    .selectFrom("visit_questions")
    .where("visit_questions.closed_at", "is", null)
    .where("visit_questions.offer_id", "is", null);
  const offers = eb.selectFrom("time_offers").select("time_offers.booking_id");
  const hopeful = questions
    .where("visit_questions.deadline_at", ">", now)
    .where((question) =>
      question.exists(
        question
          .selectFrom("visit_answers")
          .select("visit_answers.question_id")
          .whereRef("visit_answers.question_id", "=", "visit_questions.id")
          .where("visit_answers.answer", "is", null),
      ),
    );
  const reports = eb.selectFrom("reports");
  const ofBooking = reports.select("reports.id").whereRef("reports.booking_id", "=", "bookings.id");
  const hasVisits = eb.or([
    eb.exists(visits),
    eb.exists(
      eb
        .selectFrom("visit_questions")
        .select("visit_questions.id")
        .whereRef("visit_questions.booking_id", "=", "bookings.id"),
    ),
  ]);
  const byDate = eb.and([
    eb("bookings.status", "=", "confirmed"),
    eb("bookings.preferred_date", "is not", null),
    eb.not(hasVisits),
  ]);
  const isAmong = <Db, Of extends keyof Db>(query: BookingIds<Db, Of>) => eb("bookings.id", "in", query);
  const isAsked = isAmong(hopeful.select("visit_questions.booking_id"));
  return {
    isErased: eb("bookings.referrer_email_key", "=", ""),
    isCompleted: eb("bookings.status", "=", "completed"),
    isCancelled: eb("bookings.status", "=", "cancelled"),
    awaitsContact: eb("bookings.awaits_contact_since", "is not", null),
    isContactDue: eb("bookings.awaits_contact_since", "<=", now),
    usesVisits: hasAssessors ? ALWAYS : hasVisits,
    lacksDate: eb("bookings.preferred_date", "is", null),
    isDateToCome: hasAssessors ? NEVER : eb.and([byDate, eb("bookings.preferred_date", ">=", today)]),
    isDatePast: eb.and([byDate, eb("bookings.preferred_date", "<", today)]),
    hasVisitToCome: eb.exists(toCome),
    lacksLink: eb.exists(toCome.where("visits.is_virtual", "=", 1).where("visits.place_sealed", "is", null)),
    isOver: eb.exists(over),
    lacksOutcome: eb.exists(
      over
        .where((visit) =>
          visit.not(
            visit.exists(
              visit
                .selectFrom("visit_outcomes")
                .select("visit_outcomes.id")
                .whereRef("visit_outcomes.visit_id", "=", "visits.id"),
            ),
          ),
        )
        .where((visit) =>
          visit.not(visit.exists(ofBooking.whereRef("reports.declared_at", ">=", "visits.day" as never))),
        ),
    ),
    hasUnreadNote: eb.and([isAmong(unreadNoteBookingIds(eb)), eb("bookings.referrer_email_key", "!=", "")]),
    isUnsafe: isAmong(unsafeBookingIds(eb)),
    isAsked,
    isOffered: isAmong(offers.where("time_offers.state", "=", "open").where("time_offers.until", ">", now)),
    isNotChosen: eb.or([
      isAmong(offers.where("time_offers.state", "=", "open").where("time_offers.until", "<=", now)),
      isAmong(offers.where("time_offers.state", "in", ["none", "expired"])),
    ]),
    isUnanswered: eb.and([isAmong(questions.select("visit_questions.booking_id")), eb.not(isAsked)]),
    isReported: eb.exists(ofBooking),
    isInReview: isAmong(reports.select("reports.booking_id").where("reports.state", "=", "in-review")),
    isReturned: eb.exists(ofBooking.where("reports.state", "=", "returned")),
    isReleased: eb.exists(ofBooking.where("reports.state", "=", "released")),
    isOnHold: eb.exists(
      eb
        .selectFrom("report_holds")
        .select("report_holds.id")
        .whereRef("report_holds.booking_id", "=", "bookings.id")
        .where("report_holds.lifted_at", "is", null),
    ),
    hasInfectedPaper: isAmong(infectedFiles(eb).where("documents.purpose", "=", "paper")),
    hasInfectedReport: isAmong(infectedFiles(eb).where("documents.purpose", "=", "report")),
    lacksForms: eb.not(
      eb.exists(
        eb
          .selectFrom("referral_forms")
          .select("referral_forms.id")
          .whereRef("referral_forms.booking_id", "=", "bookings.id")
          .where("referral_forms.submitted_at", "is not", null),
      ),
    ),
    asksToCancel: isAmong(openRequests(eb).where("booking_requests.kind", "=", "cancel")),
    asksForDate: isAmong(openRequests(eb).where("booking_requests.kind", "=", "date")),
    isBillingLate: eb("bookings.billing_to_change_since", "is not", null),
    isOverdue: isAmong(overdueBookingIds(eb, today)),
    lacksInvoice: invoicesHere ? isToInvoice(eb) : NEVER,
  };
}

/** Open stages are read from the open bookings alone: their number does not grow with the years. */
export const isOpen = (eb: Builder) => eb("bookings.status", "in", ["pending", "confirmed"]);

/** A condition for each rule that says a stage: its facts hold, and none of the rules before it says another one. */
function conditionsOf(eb: Builder, facts: Record<Fact, Condition>, wanted: Stage): Condition[] {
  const holds = (needed: readonly Fact[]) => eb.and(needed.map((fact) => facts[fact]));
  return STAGE_RULES.flatMap(([stage, ...needed], index) => {
    if (stage !== wanted) return [];
    const before = STAGE_RULES.slice(0, index).filter(([other]) => other !== wanted);
    return [eb.and([holds(needed), ...before.map(([, ...others]) => eb.not(holds(others)))])];
  });
}

const TASK_CONDITIONS: Record<Task, (eb: Builder, facts: Record<Fact, Condition>) => Condition> = {
  note: (_eb, { hasUnreadNote }) => hasUnreadNote,
  contact: (_eb, { isContactDue }) => isContactDue,
  request: (eb) => eb("bookings.id", "in", openRequests(eb)),
  "referral-forms": (eb, { isErased, lacksForms, isOver, isDatePast }) =>
    eb.and([
      eb("bookings.status", "=", "confirmed"),
      ...[isErased, isOver, isDatePast].map((fact) => eb.not(fact)),
      lacksForms,
    ]),
  link: (eb, { lacksLink }) => eb.and([isOpen(eb), lacksLink]),
  unsafe: (_eb, { isUnsafe }) => isUnsafe,
  virus: (eb, { isCancelled }) => eb.and([eb("bookings.id", "in", infectedFiles(eb)), eb.not(isCancelled)]),
  billing: (_eb, { isBillingLate }) => isBillingLate,
  "to-invoice": (_eb, { lacksInvoice }) => lacksInvoice,
  overdue: (eb, { isCancelled, isOverdue }) => eb.and([isOverdue, eb.not(isCancelled)]),
};

/** The condition for bookings of a stage, or with a task. Each rule of an open stage is a query of its own, so that the
 * rarest of its facts can lead to the bookings. */
export function isAt(eb: Builder, moment: Moment, wanted: StageFilter): Condition {
  if (!isStage(wanted)) return TASK_CONDITIONS[wanted](eb, conditions(eb, moment));
  if (wanted === "done" || wanted === "cancelled")
    return eb.or(conditionsOf(eb, conditions(eb, moment), wanted));
  const rules = STAGE_RULES.filter(([stage]) => stage === wanted);
  const [first, ...others] = rules.map((_, index) =>
    eb
      .selectFrom("bookings")
      .select("bookings.id")
      .where(isOpen)
      .where((open) => conditionsOf(open, conditions(open, moment), wanted)[index]!),
  );
  return eb(
    "bookings.id",
    "in",
    others.reduce((query, other) => query.unionAll(other), first!),
  );
}

/** The stage of each open booking with what its due moment follows from, and the tasks that are frequent. One query:
 * the first rule that applies ends the reading, so that most bookings need few facts. */
export const readOpenStages = (executor: Executor, moment: Moment) =>
  executor
    .selectFrom("bookings")
    .select([
      "bookings.id",
      "bookings.created_at",
      "bookings.awaits_contact_since",
      "bookings.preferred_date",
      "bookings.owner_id",
      "bookings.promise_hours",
      "bookings.report_days",
    ])
    .select((eb) => {
      const facts = conditions(eb, moment);
      const cases = STAGE_RULES.filter(([, ...needed]) => needed.length > 0).map(
        ([stage, ...needed]) => sql`when ${eb.and(needed.map((fact) => facts[fact]))} then ${sql.lit(stage)}`,
      );
      const [otherwise] = STAGE_RULES.at(-1)!;
      const task = (wanted: Task) => eb.case().when(TASK_CONDITIONS[wanted](eb, facts)).then(1).else(0).end();
      return [
        sql<Stage>`case ${sql.join(cases, sql` `)} else ${sql.lit(otherwise)} end`.as("stage"),
        task("referral-forms").as("lacksForms"),
        task("link").as("lacksLink"),
      ];
    })
    .where(isOpen)
    .execute();

/** The facts of each of these bookings, by id. One query. */
export async function readFacts(executor: Executor, moment: Moment, bookingIds: readonly string[]) {
  if (bookingIds.length === 0) return new Map();
  const rows = await executor
    .selectFrom("bookings")
    .select("bookings.id")
    .select((eb) =>
      Object.entries(conditions(eb, moment)).map(([fact, condition]) =>
        eb.case().when(condition).then(1).else(0).end().as(fact),
      ),
    )
    .where("bookings.id", "in", bookingIds)
    .execute();
  return new Map(
    rows.map(({ id, ...facts }) => [
      id,
      Object.fromEntries(Object.entries(facts).map(([fact, value]) => [fact, value === 1])) as Facts,
    ]),
  );
}

/** How many bookings are at each of these stages or have each of these tasks; null where there are more than
 * `MAX_COUNTED`. One query. */
export async function countAt<Wanted extends StageFilter>(
  executor: Executor,
  moment: Moment,
  wanted: readonly Wanted[],
): Promise<Map<Wanted, number | null>> {
  if (wanted.length === 0) return new Map();
  const counts = await executor
    .selectNoFrom((eb) =>
      wanted.map((one) =>
        eb
          .selectFrom(
            eb
              .selectFrom("bookings")
              .select("bookings.id")
              .where((booking) => isAt(booking, moment, one))
              .limit(MAX_COUNTED + 1)
              .as("some"),
          )
          .select((some) => some.fn.countAll<number | string>().as("count"))
          .as(one),
      ),
    )
    .executeTakeFirstOrThrow();
  return new Map(
    wanted.map((one) => {
      const count = Number((counts as Record<string, number | string | null>)[one]);
      return [one, count > MAX_COUNTED ? null : count];
    }),
  );
}
