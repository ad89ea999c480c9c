import {
  ASSESSMENTS,
  findAssessment,
  isAvailable,
  type AssessmentId,
} from "#app/features/catalogue/catalogue.ts";
import { OUTSIDE, QUESTIONS, type Question } from "./questions.ts";

/** From the answers in the address to the next question or the recommendation. Pure. */

/** Known values of the questions that were asked, by question id, in the order of the questions. */
export type FinderAnswers = Readonly<Record<string, readonly string[]>>;

export type FinderPage = {
  slug: "decision" | "lives" | "details" | "visit";
  heading: string;
  questions: readonly Question[];
};

export type Recommendation = {
  /** In catalogue order; empty where the Mental Capacity Act 2005 is not the law. */
  assessmentIds: AssessmentId[];
  isVirtual: boolean;
  /** It must be done within 7 days. */
  isUrgent: boolean;
  /** What else the visitor should know, each once. */
  notes: string[];
  /** Set where we offer nothing: whose law holds instead. */
  outside: { place: string; law: string } | null;
};

/** Reads only values that the question has: one for radios, each once for checkboxes. */
function knownValues(question: Question, given: readonly string[]): string[] {
  const known = question.options.map((option) => option.value).filter((value) => given.includes(value));
  return question.type === "checkbox" ? known : known.filter((value) => value === given.at(-1));
}

const chosenOptions = (question: Question, answers: FinderAnswers) =>
  question.options.filter((option) => answers[question.id]?.includes(option.value));

function detailQuestions(answers: FinderAnswers): Question[] {
  return (answers[QUESTIONS.decision.id] ?? []).flatMap((decision) => QUESTIONS.details[decision] ?? []);
}

/** The assessments that the answers call for, in catalogue order, each once. */
function assessmentsFor(answers: FinderAnswers): AssessmentId[] {
  const questions = [QUESTIONS.decision, ...detailQuestions(answers)];
  const wanted = new Set(
    questions.flatMap((question) =>
      chosenOptions(question, answers).flatMap((option) => option.assessments ?? []),
    ),
  );
  // Where the person lives decides which law holds: without that, a person has to look at it.
  if (answers[QUESTIONS.lives.id]?.[0] === "unsure") return ["other"];
  return ASSESSMENTS.map(({ id }) => id).filter((id) => wanted.has(id));
}

/** True where a video call would change what is offered: everything priced can be had as one. */
function isVideoPossible(ids: readonly AssessmentId[]): boolean {
  const isPriced = ids.some((id) => !findAssessment(id)!.isPriceOnRequest);
  return isPriced && ids.every((id) => isAvailable(id, true));
}

/** The pages with the questions that these answers lead to, as far as they are known. */
export function finderPages(answers: FinderAnswers): FinderPage[] {
  const pages: FinderPage[] = [
    { slug: "decision", heading: "Which assessment do I need?", questions: [QUESTIONS.decision] },
    { slug: "lives", heading: "Where the person lives", questions: [QUESTIONS.lives] },
  ];
  const lives = answers[QUESTIONS.lives.id]?.[0];
  if (lives !== undefined && OUTSIDE[lives]) return pages;
  const details = lives === "unsure" ? [] : detailQuestions(answers);
  if (details.length > 0) pages.push({ slug: "details", heading: "A little more", questions: details });
  const visit = isVideoPossible(assessmentsFor(answers))
    ? [QUESTIONS.video, QUESTIONS.deadline]
    : [QUESTIONS.deadline];
  return [...pages, { slug: "visit", heading: "How and when", questions: visit }];
}

/** The answers of an address: unknown values, and answers to questions that are not asked, are left out. */
export function readAnswers(query: URLSearchParams): FinderAnswers {
  let answers: FinderAnswers = {};
  for (let count = -1; count < Object.keys(answers).length;) {
    count = Object.keys(answers).length;
    const entries = finderPages(answers)
      .flatMap((page) => page.questions)
      .map((question) => [question.id, knownValues(question, query.getAll(question.id))] as const)
      .filter(([, values]) => values.length > 0);
    answers = Object.fromEntries(entries);
  }
  return answers;
}

/** The answers as the query of an address, in one order: the same answers always give the same address. */
export function answersQuery(answers: FinderAnswers): URLSearchParams {
  return new URLSearchParams(
    Object.entries(answers).flatMap(([id, values]) => values.map((value) => [id, value])),
  );
}

/** The first page with a question that has no answer; null when the result can be shown. */
export function nextPage(answers: FinderAnswers): FinderPage | null {
  const isOpen = (page: FinderPage) => page.questions.some((question) => !answers[question.id]);
  return finderPages(answers).find(isOpen) ?? null;
}

/** What to book. Answers must be complete (`nextPage` gives null). */
export function recommend(answers: FinderAnswers): Recommendation {
  const outside = OUTSIDE[answers[QUESTIONS.lives.id]?.[0] ?? ""] ?? null;
  if (outside) return { assessmentIds: [], isVirtual: false, isUrgent: false, notes: [], outside };
  const questions = finderPages(answers).flatMap((page) => page.questions);
  const notes = questions.flatMap((question) =>
    chosenOptions(question, answers).flatMap((option) => (option.note ? [option.note] : [])),
  );
  return {
    assessmentIds: assessmentsFor(answers),
    isVirtual: answers[QUESTIONS.video.id]?.[0] === "yes",
    isUrgent: answers[QUESTIONS.deadline.id]?.[0] === "soon",
    notes: [...new Set(notes)],
    outside: null,
  };
}

/** Questions and the labels of their answers, for people to read. */
export function answersInWords(answers: FinderAnswers): { id: string; question: string; answer: string }[] {
  return finderPages(answers)
    .flatMap((page) => page.questions)
    .filter((question) => answers[question.id])
    .map((question) => ({
      id: question.id,
      question: question.legend,
      answer: chosenOptions(question, answers)
        .map((option) => option.label)
        .join("; "),
    }));
}

/** The finder's answers that a booking's session data hold; null where the finder was not used. */
export function readFinderUse(sessionData: { finder?: unknown }): FinderAnswers | null {
  if (typeof sessionData.finder !== "string") return null;
  const answers = readAnswers(new URLSearchParams(sessionData.finder));
  return nextPage(answers) ? null : answers;
}
