import type { Deps } from "#app/deps.server.ts";
import { findUserNames } from "#app/features/accounts/session/queries.server.ts";
import type { ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import {
  changeBooking,
  DONE,
  refused,
  type Inside,
  type Result,
} from "#app/features/booking/record/change-booking.server.ts";
import { NotSent, sendWritten } from "../send-written.server.ts";
import { checkLine } from "#app/features/report/check-codes.server.ts";
import { declareReport } from "#app/features/report/declare-report.server.ts";
import { DECLARE_PROBLEMS } from "#app/features/report/report-problems.ts";
import { reportsOfBooking } from "#app/features/report/report-rows.server.ts";
import { RECIPIENT_ROLES } from "#app/features/report/report-words.ts";
import { formatDate, formatInstantDay, londonDate } from "#app/platform/dates.ts";
import { blockWriter, numbered, type DocumentTree } from "../report-document.ts";
import { letterheadOf, pdfOf } from "../report-files.server.ts";
import { courtDeclaration } from "./ask-period.server.ts";
import { isInReview } from "./decide-questions.server.ts";
import { questionsWhere, writeQuestions, type Questions, type ReadDeps } from "./question-rows.server.ts";
import { ANSWER_PROBLEMS } from "./question-problems.ts";
import { OWN_ANSWERS } from "./question-words.ts";

/** Questions that an assessor is answering for a booking, by the key of their addendum; those to be answered by a
 * correction have a group each. */
export async function groupsOf(deps: ReadDeps, bookingId: string, assessorId: string | null) {
  const passed = (await questionsWhere(deps, { bookingId })).filter(
    ({ state, passed_to }) => state === "passed" && passed_to === assessorId,
  );
  return [...Map.groupBy(passed, ({ addendum_key }) => addendum_key ?? "").values()];
}

/** Answers of a group in the order of its questions; empty where there is none yet. */
export const answersOf = (group: readonly Questions[]): string[] =>
  group.flatMap(({ texts, answer }) => texts.map((_, index) => answer?.answers[index] ?? ""));

async function writeAnswers(inside: Inside, group: readonly Questions[], answers: readonly string[]) {
  let start = 0;
  for (const { id, texts } of group) {
    await writeQuestions(inside, id, { answer: { answers: answers.slice(start, start + texts.length) } });
    start += texts.length;
  }
}

type Answering = { booking: BookingRow; key: string; answers: string[]; by: ActedByRequest };
type AnswerProblem = "closed" | "in-review" | "changed";

/** The assessor's group of this key, unless its answers are in review or others than the questions. */
async function openGroup(inside: Inside, { booking, key, answers, by }: Answering) {
  const groups = await groupsOf(inside, booking.id, by.actor.id);
  const group = groups.find(([first]) => first!.addendum_key === key && first!.answer_as === "addendum");
  if (!group) return "closed";
  if (await isInReview(inside, group[0]!)) return "in-review";
  return answersOf(group).length === answers.length ? group : "changed";
}

/** Keeps answers that are not sent yet. */
export async function saveAnswers(deps: Deps, answering: Answering) {
  const change = { bookingId: answering.booking.id, by: answering.by };
  return changeBooking(deps, change, async (inside): Promise<Result<AnswerProblem>> => {
    const group = await openGroup(inside, answering);
    if (typeof group === "string") return refused(group);
    await writeAnswers(inside, group, answering.answers);
    return DONE;
  });
}

/** The addendum: each question with its answer, who answers, and their declaration. */
async function addendumTree(deps: Deps, sent: Answering & { group: readonly Questions[]; name: string }) {
  const { booking, group, answers, name, by } = sent;
  const out = blockWriter({});
  const names = await findUserNames(deps, [by.actor.id, ...group.map(({ author_id }) => author_id)]);
  const answerer = names.get(by.actor.id ?? "") ?? name;
  const authors = [...new Set(group.map(({ author_id }) => names.get(author_id) ?? "an assessor"))];
  out.heading(2, "Who answers");
  out.paragraphs(
    authors.length === 1 && authors[0] === answerer
      ? `${answerer} wrote the report and answers the questions.`
      : `${answerer} answers the questions. The report was written by ${authors.join(" and ")}.`,
  );
  let index = 0;
  for (const { asker, asked_at, version, texts } of group) {
    out.heading(2, `Questions of ${asker.name} (${RECIPIENT_ROLES[asker.role].toLowerCase()})`);
    out.paragraphs(`Asked on ${formatInstantDay(asked_at)} about version ${version} of the report.`);
    for (const text of texts) {
      out.heading(3, `Question ${index + 1}`);
      out.paragraphs(text, "Question");
      out.paragraphs(answers[index]!, "Answer");
      index += 1;
    }
  }
  out.heading(2, "Declaration");
  out.paragraphs((await courtDeclaration(deps, booking.id)) ?? OWN_ANSWERS);
  out.signature([`Signed: ${name}`, `Date: ${formatDate(londonDate(deps.clock.now()))}`]);
  const footer = deps.settings.current().documents.reportFooter;
  const person = [booking.client_first_name, booking.client_last_name].filter(Boolean).join(" ");
  const tree: DocumentTree = {
    title: "Addendum: answers to questions",
    reference: booking.reference,
    language: "en-GB",
    letterhead: letterheadOf(deps),
    check: await checkLine(deps, booking.id),
    ...(footer && { footer }),
    about: [person].filter(Boolean),
    blocks: numbered(out.blocks),
  };
  return tree;
}

/** Sends answers for review, as an addendum with the questions. Returns why not; null when it was sent. */
export async function sendAnswers(deps: Deps, sending: Answering & { declaredName: string }) {
  const { booking, by, declaredName, answers } = sending;
  const bookingId = booking.id;
  const groups = await groupsOf(deps, bookingId, by.actor.id);
  const group = groups.find(([first]) => first!.addendum_key === sending.key);
  if (!group) return ANSWER_PROBLEMS.closed;
  const tree = await addendumTree(deps, { ...sending, group, name: declaredName });
  const { bytes, pages } = await pdfOf(deps, tree, { isDraft: false });

  async function declare(inside: Inside, documentId: string) {
    const now = await openGroup(inside, sending);
    if (typeof now === "string") throw new NotSent(ANSWER_PROBLEMS[now]);
    if (now.map(({ id }) => id).join() !== group!.map(({ id }) => id).join())
      throw new NotSent(ANSWER_PROBLEMS.changed);
    // Another version has this one's number since.
    if ((await checkLine(inside, bookingId)) !== tree.check) throw new NotSent(ANSWER_PROBLEMS.changed);
    const reports = await reportsOfBooking(inside, bookingId);
    const answered = reports.find(({ state }) => state === "released");
    const declared = await declareReport(inside, {
      bookingId,
      documentId,
      kind: "addendum",
      declaredName,
      by,
      pages,
      decisions: answered?.decisions ?? [],
    });
    if (!declared.ok) throw new NotSent(DECLARE_PROBLEMS[declared.problem]);
    await writeAnswers(inside, now, answers);
    const [report] = await reportsOfBooking(inside, bookingId);
    for (const { id } of now) await writeQuestions(inside, id, { addendum_report_id: report!.id });
  }

  const name = `Addendum ${booking.reference}.pdf`;
  const kept = { bookingId, by, name, bytes, notStored: ANSWER_PROBLEMS["not-stored"] };
  return sendWritten(deps, kept, declare);
}
