import { createHash } from "node:crypto";
import { plainAnswer, type Answer, type Answers } from "./fields.ts";
import { sectionFields, type SectionKey } from "./sections.ts";

/**
 * What a page showed of a section, as one short mark a field. It travels with the form, so that a stale save can tell what
 * its writer changed from what merely stood there.
 */

function mark(answer: Answer | undefined): string {
  return createHash("sha256")
    .update(JSON.stringify(plainAnswer(answer)))
    .digest("base64url")
    .slice(0, 6);
}

/** The marks of a section's answers, in the order of its fields. */
export function seenAnswers(key: SectionKey, answers: Answers): string {
  return sectionFields(key)
    .map(({ name }) => mark(answers[name]))
    .join(".");
}

/** Names of the fields that still say what the page of these marks showed. */
export function untouchedFields(key: SectionKey, seen: string, given: Answers): Set<string> {
  const marks = seen.split(".");
  const untouched = sectionFields(key).filter(({ name }, index) => mark(given[name]) === marks[index]);
  return new Set(untouched.map(({ name }) => name));
}
