import { createHash } from "node:crypto";
import { formatTime } from "#app/platform/dates.ts";
import { answersAsTyped, answerText } from "./answers.ts";
import { isBlank, plainAnswer, type Answer, type Answers } from "./fields.ts";
import type { SaveConflict } from "./save-sections.server.ts";
import { sectionFields, type SectionKey } from "./sections.ts";

/** What a stale writer is shown: both texts of each field in which they differ (DESIGN decisions 23 and 24). */
export type ConflictView = {
  /** The version to base the next save on. */
  version: number;
  /** London time, `14:03`. */
  savedAt: string;
  fields: { name: string; label: string; saved: string; mine: string; isSavedLikelier: boolean }[];
};

function mark(answer: Answer | undefined): string {
  return createHash("sha256")
    .update(JSON.stringify(plainAnswer(answer)))
    .digest("base64url")
    .slice(0, 6);
}

/**
 * What a page shows of a section, as one short mark a field in their order. It travels with the form, so that a stale save
 * can tell what its writer changed from what the page showed already.
 */
export function seenAnswers(key: SectionKey, answers: Answers): string {
  const shown = answersAsTyped(key, answers);
  return sectionFields(key)
    .map(({ name }) => mark(shown[name]))
    .join(".");
}

/** Describes a conflict to the page. Where the writer changed nothing, or has nothing, the saved text is suggested. */
export function describeConflict(
  { section, saved, given, fields }: SaveConflict,
  seen: string,
): ConflictView {
  const marks = seen.split(".");
  const shown = answersAsTyped(section, saved.answers);
  const views = sectionFields(section).map((field, index) => {
    const { name, label } = field;
    const isUntouched = mark(given[name]) === marks[index];
    return {
      name,
      label,
      saved: answerText(field, shown[name]),
      mine: answerText(field, given[name]),
      isSavedLikelier: isUntouched || (isBlank(given[name]) && !isBlank(saved.answers[name])),
    };
  });
  return {
    version: saved.version,
    savedAt: formatTime(saved.updatedAt),
    fields: views.filter(({ name }) => fields.includes(name)),
  };
}
