import type { Deps } from "#app/deps.server.ts";
import { isUnrestricted } from "#app/features/data-protection/restrictions.server.ts";
import { countRows, filteredPage, pageOfQuery } from "#app/kit/pieces.server.ts";
import { FIRST_PAGE } from "#app/kit/pages.ts";
import type { Executor } from "#app/platform/database.server.ts";
import { londonDate } from "#app/platform/dates.ts";
import { QUESTION_FILTERS, type QuestionFilter } from "./question-words.ts";

type ReadDeps = { db: Executor } & Pick<Deps, "clock">;

function select({ db, clock }: ReadDeps, filter: QuestionFilter) {
  const all = db
    .selectFrom("report_questions")
    .innerJoin("report_deliveries", "report_deliveries.id", "report_questions.delivery_id")
    .innerJoin("reports", "reports.id", "report_deliveries.report_id")
    .innerJoin("bookings", "bookings.id", "reports.booking_id");
  switch (filter) {
    case "office":
      return all.where("report_questions.state", "=", "asked");
    case "assessor":
      return all.where("report_questions.state", "=", "passed");
    case "overdue":
      return all
        .where("report_questions.state", "in", ["asked", "passed"])
        .where("report_questions.due_on", "<", londonDate(clock.now()));
    case "finished":
      return all.where("report_questions.state", "in", ["answered", "refused"]);
  }
}

/** How many sets of questions wait for the office, for the navigation. */
export const countQuestionsToPass = ({ db }: Pick<Deps, "db">) =>
  countRows(db.selectFrom("report_questions").where("state", "=", "asked"));

/** A page of all questions about reports, as `show` of the address says: what is due first on top, of finished ones the
 * newest. */
export async function listQuestions(deps: Deps, url: URL) {
  const page = await filteredPage(url, QUESTION_FILTERS, (show) =>
    select(deps, show)
      .select([
        "report_questions.id",
        "report_questions.purpose",
        "report_questions.state",
        "report_questions.asked_at as askedAt",
        "report_questions.due_on as dueOn",
        "reports.booking_id as bookingId",
        "reports.version",
        "report_deliveries.role",
        "bookings.reference",
        "bookings.client_first_name as firstName",
        "bookings.client_last_name as lastName",
      ])
      .orderBy(
        show === "finished" ? "report_questions.closed_at" : "report_questions.due_on",
        show === "finished" ? "desc" : "asc",
      )
      .orderBy("report_questions.id"),
  );
  return { ...page, today: londonDate(deps.clock.now()) };
}

/** Questions that an assessor is to answer, what is due first on top; with the newest visit of the booking, through
 * which they open. */
export async function questionsToAnswer(deps: Deps, assessorId: string, url = FIRST_PAGE) {
  const theirs = select(deps, "assessor")
    .where("report_questions.passed_to", "=", assessorId)
    .where((eb) => isUnrestricted(eb))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("reports as addenda")
            .select("addenda.id")
            .whereRef("addenda.id", "=", "report_questions.addendum_report_id")
            .where("addenda.state", "=", "in-review"),
        ),
      ),
    )
    .select(["report_questions.id", "report_questions.due_on as dueOn", "bookings.reference"])
    .select((eb) =>
      eb
        .selectFrom("visits")
        .select("visits.id")
        .whereRef("visits.booking_id", "=", "bookings.id")
        .orderBy("visits.day", "desc")
        .orderBy("visits.id", "desc")
        .limit(1)
        .as("visitId"),
    )
    .orderBy("report_questions.due_on")
    .orderBy("report_questions.id");
  return pageOfQuery(theirs, url, { name: "to-answer" });
}

export type QuestionsToAnswer = Awaited<ReturnType<typeof questionsToAnswer>>;
