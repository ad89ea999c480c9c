import {
  answersInWords,
  answersQuery,
  finderPages,
  nextPage,
  recommend,
  type FinderAnswers,
} from "#app/features/before-booking/finder/recommend.ts";
import { EXPLANATIONS } from "#app/features/catalogue/explanations.ts";
import type { SeedAssessmentId } from "#app/features/catalogue/catalogue.ts";
import { QUESTIONS } from "#app/features/before-booking/finder/questions.ts";

/** Every complete set of answers that begins with these: one option of each question that is asked. */
function* completions(answers: FinderAnswers): Generator<FinderAnswers> {
  const open = finderPages(answers)
    .flatMap(({ questions }) => questions)
    .find(({ id }) => !answers[id]);
  if (!open || nextPage(answers) === null) {
    yield answers;
    return;
  }
  for (const { value } of open.options) yield* completions({ ...answers, [open.id]: [value] });
}

/** How much text the result has that depends on the answers. */
function lengthOf(answers: FinderAnswers): number {
  const { assessmentIds, notes, isUrgent } = recommend(answers);
  const explained = new Set(
    assessmentIds.flatMap((id) => {
      const { why, test, needsToHear } = EXPLANATIONS[id as SeedAssessmentId];
      return [why, test, ...needsToHear];
    }),
  );
  const said = answersInWords(answers).map(({ question, answer }) => question + answer);
  const urgent = isUrgent ? "and additional fees for urgent visits" : "";
  return [...notes, ...explained, ...said, urgent].join("").length;
}

/** The queries of the longest results, the longest first, of one or two decisions that lead to `count` assessments. */
export function longestResults(count: number, most: number): string[] {
  const decisions = QUESTIONS.decision.options.map(({ value }) => value);
  const found: { query: string; length: number }[] = [];
  for (const [index, first] of decisions.entries())
    for (const second of [null, ...decisions.slice(index + 1)])
      for (const answers of completions({
        decision: second === null ? [first] : [first, second],
        lives: ["wales"],
      }))
        if (recommend(answers).assessmentIds.length === count)
          found.push({ query: answersQuery(answers).toString(), length: lengthOf(answers) });
  return found
    .toSorted((a, b) => b.length - a.length)
    .slice(0, most)
    .map(({ query }) => query);
}

/** The query of the result with every decision and everything that can be asked about each. */
export function wholeResult(): string {
  const decisions = QUESTIONS.decision.options.map(({ value }) => value);
  let answers: FinderAnswers = { decision: decisions, lives: ["wales"] };
  for (let open = nextPage(answers); open !== null; open = nextPage(answers))
    for (const { id, type, options } of open.questions) {
      const longest = options.toSorted((a, b) => JSON.stringify(b).length - JSON.stringify(a).length);
      const chosen = type === "checkbox" ? options : longest.slice(0, 1);
      answers = { ...answers, [id]: chosen.map(({ value }) => value) };
    }
  return answersQuery(answers).toString();
}
