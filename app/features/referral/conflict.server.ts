import { createHash } from "node:crypto";
import { formatTime } from "#app/platform/dates.ts";
import { answersAsTyped, answerText } from "#app/features/referral-sections/answers.ts";
import { isBlank, plainAnswer, type Answer, type Answers } from "#app/features/referral-sections/fields.ts";
import type { SaveConflict } from "./save-sections.server.ts";
import { sectionFields, type SectionKey } from "#app/features/referral-sections/sections.ts";

/** What is shown when a save is based on an old version: both texts of each field that differs. */
export type ConflictView = {
  version: number;
  savedAt: string;
  fields: { name: string; label: string; saved: string; mine: string; isSavedLikelier: boolean }[];
};

function fingerprint(answer: Answer | undefined): string {
  return createHash("sha256")
    .update(JSON.stringify(plainAnswer(answer)))
    .digest("base64url")
    .slice(0, 6);
}

/** A short fingerprint of each answer that a page shows, in field order. It is sent with the form, so that an old
 * page's save can tell what its writer changed from what the page showed already. */
export function seenAnswers(key: SectionKey, answers: Answers): string {
  const shown = answersAsTyped(key, answers);
  return sectionFields(key)
    .map(({ name }) => fingerprint(shown[name]))
    .join(".");
}

/** Describes a conflict. Where the writer changed nothing, or left a field empty, the saved text is suggested. */
export function describeConflict(
  { section, saved, given, fields }: SaveConflict,
  seen: string,
): ConflictView {
  const fingerprints = seen.split(".");
  const shown = answersAsTyped(section, saved.answers);
  const views = sectionFields(section).map((field, index) => {
    const { name, label } = field;
    const isUntouched = fingerprint(given[name]) === fingerprints[index];
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
