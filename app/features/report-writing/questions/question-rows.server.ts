import { deliveriesOf } from "#app/features/report/report-rows.server.ts";
import type { QuestionsRow } from "#app/features/report-writing/tables.ts";
import type { Executor } from "#app/platform/database.server.ts";
import { sealedJsonColumn, type Secrets } from "#app/platform/secrets.server.ts";

/** Answers by the number of their question, or why there are none. */
export type Answer = { answers: string[]; reason?: string };

export const sealedTexts = sealedJsonColumn<string[]>("report_questions", "text_sealed");
export const sealedAnswer = sealedJsonColumn<Answer>("report_questions", "answer_sealed");

export type ReadDeps = { db: Executor; secrets: Secrets };
type Which = { id: string } | { bookingId: string };

/** Sets of questions about the reports of a booking, the oldest first, with who asked and about which version. */
export async function questionsWhere(deps: ReadDeps, which: Which) {
  const rows = await deps.db
    .selectFrom("report_questions")
    .innerJoin("report_deliveries", "report_deliveries.id", "report_questions.delivery_id")
    .innerJoin("reports", "reports.id", "report_deliveries.report_id")
    .selectAll("report_questions")
    .select([
      "reports.booking_id",
      "reports.id as report_id",
      "reports.version",
      "reports.state as report_state",
      "reports.author_id",
    ])
    .where((eb) =>
      "id" in which
        ? eb("report_questions.id", "=", which.id)
        : eb("reports.booking_id", "=", which.bookingId),
    )
    .orderBy("report_questions.asked_at")
    .orderBy("report_questions.id")
    .execute();
  const deliveries = await deliveriesOf(deps, [...new Set(rows.map(({ report_id }) => report_id))]);
  const askers = new Map(deliveries.map((delivery) => [delivery.id, delivery]));
  return rows.map(({ text_sealed, answer_sealed, ...row }) => ({
    ...row,
    asker: askers.get(row.delivery_id)!,
    texts: sealedTexts.decrypt(deps.secrets, row.id, text_sealed),
    answer: answer_sealed === null ? null : sealedAnswer.decrypt(deps.secrets, row.id, answer_sealed),
  }));
}

export type Questions = Awaited<ReturnType<typeof questionsWhere>>[number];

export const findQuestions = async (deps: ReadDeps, id: string): Promise<Questions | null> =>
  (await questionsWhere(deps, { id }))[0] ?? null;

type Change = Partial<Omit<QuestionsRow, "id" | "delivery_id" | "number" | "text_sealed" | "answer_sealed">>;

/** Changes what was asked at once, in the caller's transaction. */
export async function writeQuestions(
  { db, secrets }: ReadDeps,
  id: string,
  { answer, ...change }: Change & { answer?: Answer },
): Promise<void> {
  const answer_sealed = answer && { answer_sealed: sealedAnswer.encrypt(secrets, id, answer) };
  await db
    .updateTable("report_questions")
    .set({ ...change, ...answer_sealed })
    .where("id", "=", id)
    .execute();
}

/** A booking's questions for the export of a person's data. */
export async function questionsData(deps: ReadDeps, bookingId: string) {
  return (await questionsWhere(deps, { bookingId })).map(({ texts, answer, asker, ...row }) => ({
    version: row.version,
    by: asker.name,
    purpose: row.purpose,
    state: row.state,
    askedAt: row.asked_at,
    dueOn: row.due_on,
    closedAt: row.closed_at,
    questions: texts.map((question, index) => ({ question, answer: answer?.answers[index] ?? "" })),
    refusedBecause: answer?.reason,
  }));
}
