import { mergeAnswers } from "./answer-rules.ts";
import { answerText } from "./answer-text.ts";
import type { ConflictView } from "./conflict.ts";
import { readSectionForm } from "./section-form.ts";
import { sectionFields, type SectionKey } from "./sections.ts";

/**
 * True when what stands saved is what this page sent itself, in a save whose answer was lost on the way: then nobody else
 * wrote there, and the page may go on from it.
 */
export function isOwnSave(section: SectionKey, conflict: ConflictView, sent: FormData): boolean {
  const answers = mergeAnswers(section, {}, readSectionForm(section, sent));
  const textOf = new Map(
    sectionFields(section).map((field) => [field.name, answerText(field, answers[field.name])]),
  );
  return conflict.fields.every(({ name, saved }) => textOf.get(name) === saved);
}
