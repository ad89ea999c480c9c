import { z } from "zod";
import { answerName, MAX_ANSWER_LENGTH } from "./question-words.ts";

const text = z.string({ error: "Answer this question." }).trim();
const answer = text.max(MAX_ANSWER_LENGTH, { error: "Use at most 5,000 characters for an answer." });

const namesIn = (form: FormData) => [...form.keys()].filter((name) => /^answer\d+$/.test(name));

/** Fields of the answers that were posted; with `isWhole` none may be empty. */
export const answerFields = (form: FormData, isWhole: boolean) =>
  Object.fromEntries(namesIn(form).map((name) => [name, isWhole ? answer.min(1) : answer.default("")]));

/** The posted answers, in the order of their questions. */
export const answersIn = (fields: Readonly<Record<string, unknown>>): string[] => {
  const { length } = Object.keys(fields).filter((name) => /^answer\d+$/.test(name));
  return Array.from({ length }, (_, index) => String(fields[answerName(index)] ?? ""));
};
