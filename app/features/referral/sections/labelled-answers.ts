import { answerText } from "#app/kit/sections/answers.ts";
import { isAsked, type Answers } from "#app/kit/sections/fields.ts";
import { sectionFields, type SectionKey } from "./sections.ts";

/** The saved answers of a section; for one that nobody saved, its starting answers. */
export type Read = (section: SectionKey) => Answers;

/** A part of an answer: a label and its text, or a text alone. */
export type LabelledText = { label: string | null; text: string };

/** One saved answer as text; empty when the question is not asked or has no answer. */
export function answer(read: Read, section: SectionKey, name: string): string {
  const answers = read(section);
  const field = sectionFields(section).find((candidate) => candidate.name === name);
  return field && isAsked(field, answers) ? answerText(field, answers[name]).trim() : "";
}

export const joined = (parts: readonly string[], separator: string) => parts.filter(Boolean).join(separator);

/** Labelled answers of a section, without the empty ones. */
export const labelled = (read: Read, section: SectionKey, names: readonly string[]): LabelledText[] =>
  names.flatMap((name) => {
    const text = answer(read, section, name);
    const label = sectionFields(section).find((field) => field.name === name)?.label ?? null;
    return text ? [{ label, text }] : [];
  });

export const one = (label: string | null, text: string): LabelledText[] => (text ? [{ label, text }] : []);

/** Title and names of the person to be assessed; empty when no name is known: a title alone names nobody. */
export function personName(read: Read): string {
  const own = (name: string) => answer(read, "personalDetails", name);
  const names = joined([own("firstName"), own("middleName"), own("lastName")], " ");
  return names && joined([own("title"), names], " ");
}
