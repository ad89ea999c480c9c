import { formatTime } from "#app/platform/dates.ts";
import { answersAsTyped } from "./answer-rules.ts";
import { answerText } from "./answer-text.ts";
import { isBlank, type Answers } from "./fields.ts";
import { sectionFields, type SectionKey } from "./sections.ts";

/** What a stale writer is shown: both texts of each field in which they differ (DESIGN decisions 23 and 24). */
export type ConflictView = {
  /** The version to base the next save on. */
  version: number;
  /** London time, `14:03`. */
  savedAt: string;
  fields: { name: string; label: string; saved: string; mine: string; isSavedLikelier: boolean }[];
};

type Conflict = {
  section: SectionKey;
  saved: { version: number; answers: Answers; updatedAt: string };
  given: Answers;
  fields: string[];
};

/** Describes a conflict to the page. Where the writer changed nothing, or has nothing, the saved text is suggested. */
export function describeConflict(
  { section, saved, given, fields }: Conflict,
  untouched: ReadonlySet<string>,
): ConflictView {
  return {
    version: saved.version,
    savedAt: formatTime(saved.updatedAt),
    fields: sectionFields(section)
      .filter((field) => fields.includes(field.name))
      .map((field) => ({
        name: field.name,
        label: field.label,
        saved: answerText(field, answersAsTyped(saved.answers)[field.name]),
        mine: answerText(field, given[field.name]),
        isSavedLikelier:
          untouched.has(field.name) || (isBlank(given[field.name]) && !isBlank(saved.answers[field.name])),
      })),
  };
}
