import {
  currentOffer,
  findAssessment,
  isAvailable,
  type AssessmentId,
} from "#app/features/catalogue/catalogue.ts";
import { NOT_OFFERED, OUTSIDE, QUESTIONS, type Question } from "./questions.ts";

/** Valid answers by question id, in the order of the questions. */
export type FinderAnswers = Readonly<Record<string, readonly string[]>>;

type FinderPage = {
  slug: "decision" | "lives" | "details" | "visit";
  heading: string;
  questions: readonly Question[];
};

function knownValues(question: Question, given: readonly string[]): string[] {
  const known = question.options.map((option) => option.value).filter((value) => given.includes(value));
  return question.type === "checkbox" ? known : known.filter((value) => value === given.at(-1));
}

const chosenOptions = (question: Question, answers: FinderAnswers) =>
  question.options.filter((option) => answers[question.id]?.includes(option.value));

const detailQuestions = (answers: FinderAnswers): Question[] =>
  (answers[QUESTIONS.decision.id] ?? []).flatMap((decision) => QUESTIONS.details[decision] ?? []);

/** The assessments that the answers lead to, offered or not. */
function wantedAssessments(answers: FinderAnswers): ReadonlySet<AssessmentId> {
  // The person's home decides which law applies: if it is unsure, staff must look at it.
  if (answers[QUESTIONS.lives.id]?.[0] === "unsure") return new Set(["other"]);
  const questions = [QUESTIONS.decision, ...detailQuestions(answers)];
  return new Set(
    questions.flatMap((question) =>
      chosenOptions(question, answers).flatMap((option) => option.assessments ?? []),
    ),
  );
}

function assessmentsFor(answers: FinderAnswers): AssessmentId[] {
  const wanted = wantedAssessments(answers);
  const offered = currentOffer().assessments.map(({ id }) => id);
  const found = offered.filter((id) => wanted.has(id));
  // An assessment that is no longer offered needs a person to look at it, like anything without one of its own.
  return found.length < wanted.size && offered.includes("other")
    ? [...new Set([...found, "other" as const])]
    : found;
}

function isVideoPossible(ids: readonly AssessmentId[]): boolean {
  const isPriced = ids.some((id) => !findAssessment(id)!.isPriceOnRequest);
  return isPriced && ids.every((id) => isAvailable(id, true));
}

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

/** The known answers to questions that are asked. Repeats, because an answer may bring up more questions. */
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

export const answersQuery = (answers: FinderAnswers): URLSearchParams =>
  new URLSearchParams(Object.entries(answers).flatMap(([id, values]) => values.map((value) => [id, value])));

/** The first page with an unanswered question; null when the result can be shown. */
export function nextPage(answers: FinderAnswers): FinderPage | null {
  const isOpen = (page: FinderPage) => page.questions.some((question) => !answers[question.id]);
  return finderPages(answers).find(isOpen) ?? null;
}

export type Recommendation = ReturnType<typeof recommend>;

/** The assessments to book. All questions must be answered (`nextPage` gives null). */
export function recommend(answers: FinderAnswers) {
  const outside = OUTSIDE[answers[QUESTIONS.lives.id]?.[0] ?? ""] ?? null;
  const questions = outside ? [] : finderPages(answers).flatMap((page) => page.questions);
  const chosen = questions.flatMap((question) => chosenOptions(question, answers));
  const assessmentIds = outside ? [] : assessmentsFor(answers);
  const isComplete =
    assessmentIds.includes("other") || assessmentIds.length === wantedAssessments(answers).size;
  const notes = [
    ...(outside || isComplete ? [] : [NOT_OFFERED]),
    ...chosen.flatMap(({ note }) => note ?? []),
  ];
  return {
    /** In catalogue order; empty where the Mental Capacity Act 2005 does not apply, or nothing that fits is offered. */
    assessmentIds,
    isVirtual: answers[QUESTIONS.video.id]?.[0] === "yes",
    isUrgent: answers[QUESTIONS.deadline.id]?.[0] === "soon",
    /** The visitor is not sure what to book: a call comes first. */
    isForCall: chosen.some((option) => option.isForCall),
    notes: [...new Set(notes)],
    /** Text for the box of Other, from the chosen options; empty for none. */
    otherWords: chosen.flatMap(({ words }) => words ?? []).join("\n"),
    outside,
  };
}

export const answersInWords = (answers: FinderAnswers) =>
  finderPages(answers)
    .flatMap((page) => page.questions)
    .filter((question) => answers[question.id])
    .map((question) => ({
      id: question.id,
      question: question.legend,
      answer: chosenOptions(question, answers)
        .map((option) => option.label)
        .join("; "),
    }));

/** The finder's answers in a booking's session data; null where the finder was not used. */
export function readFinderUse(sessionData: { finder?: unknown }): FinderAnswers | null {
  if (typeof sessionData.finder !== "string") return null;
  const answers = readAnswers(new URLSearchParams(sessionData.finder));
  return nextPage(answers) ? null : answers;
}

const DRAFT = /^[\w-]{22}$/;

/** The draft in the address, if well-formed. It gives no access by itself. */
export function draftParameter(query: URLSearchParams): string | null {
  const draft = query.get("draft") ?? "";
  return DRAFT.test(draft) ? draft : null;
}

/** `draft` is the booking that the visitor came from, `change` a page of questions to show although it is answered. */
type More = { draft: string | null; change?: string };

const hrefOf = (path: string) => (answers: FinderAnswers, more: More) => {
  const query = answersQuery(answers);
  for (const [name, value] of Object.entries(more)) if (value !== null) query.set(name, value);
  const text = query.toString();
  return text === "" ? path : `${path}?${text}`;
};

export const finderHref = hrefOf("/which-assessment");
export const resultHref = hrefOf("/which-assessment/result");
