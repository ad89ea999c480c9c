import type { Deps } from "#app/deps.server.ts";
import { readDelivery } from "#app/features/report/open-delivery.server.ts";
import { askQuestions } from "#app/features/report-writing/questions/ask-questions.server.ts";
import { passQuestions } from "#app/features/report-writing/questions/decide-questions.server.ts";
import { questionsWhere } from "#app/features/report-writing/questions/question-rows.server.ts";
import type { Purpose } from "#app/features/report-writing/questions/question-words.ts";
import { createDelivery } from "./reports.ts";
import { BY_REFERRER } from "./contributions.ts";
import { BY_STAFF } from "./visits.ts";

type Asked = { deliveryId: string; texts?: string[]; purpose?: Purpose; dueOn?: string | null };

/** Asks about a report as its recipient; the answer of the use case. */
export async function ask(deps: Deps, { deliveryId, texts = ["Why?"], purpose = "clarify", dueOn }: Asked) {
  const opened = (await readDelivery(deps, deliveryId))!;
  const asked = { opened, by: BY_REFERRER, purpose, texts, documentId: null };
  return askQuestions(deps, { ...asked, dueOn: dueOn ?? null });
}

/** Questions about a released report of a booking, as its referrer asked them. */
export async function createQuestions(
  deps: Deps,
  bookingId: string,
  { author, ...asked }: Partial<Asked> & { author?: { id: string } } = {},
) {
  const { report, delivery } = await createDelivery(deps, bookingId, author ? { author } : {});
  const result = await ask(deps, { ...asked, deliveryId: delivery.id });
  if (!result.ok) throw new Error(`nothing was asked: ${result.problem}`);
  const [questions] = await questionsWhere(deps, { bookingId });
  return { report, delivery, questions: questions! };
}

type Passed = { bookingId: string; questionsId: string; assessorId: string };

/** Passes questions on, to be answered by an addendum. */
export const passOn = (deps: Deps, passed: Passed & { isTogether?: boolean; dueOn?: string }) =>
  passQuestions(deps, {
    by: BY_STAFF,
    answerAs: "addendum",
    isTogether: false,
    dueOn: "2027-03-24",
    ...passed,
  });
