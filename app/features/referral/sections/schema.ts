import { z } from "zod";
import type { Answers, Field } from "./fields.ts";
import { SECTION_KEYS, sectionFields, type SectionAnswers, type SectionKey } from "./sections.ts";

/** Referral answers as they arrive, complete or not; `problems.ts` holds what Submit asks beyond that. */

export const MAX_TEXT_LENGTH = 50_000;

const asText = (value: unknown) => {
  if (value === null) return "";
  return typeof value === "number" ? String(value) : value;
};

function textSchema(label: string, maxLength: number) {
  const tooLong = `${label} is too long: please keep it to ${maxLength.toLocaleString("en-GB")} characters.`;
  return z.preprocess(
    asText,
    z.string({ error: `${label} must be text.` }).max(maxLength, { error: tooLong }),
  );
}

function answerSchema(field: Field, maxLength: number): z.ZodType<string | boolean | string[]> {
  const error = (said: string) => ({ error: `${field.label} must be ${said}.` });
  switch (field.kind) {
    case "flag":
      return z.preprocess((value) => value ?? false, z.boolean(error("true or false")));
    case "checkboxes": {
      const option = z.enum(field.options, error("from the list"));
      const options = z.array(option, error("a list")).max(100, error("from the list"));
      return z.preprocess((value) => value ?? [], options);
    }
    case "select":
    case "radio":
      return z.preprocess(asText, z.enum(["", ...field.options], error("one of the options")));
    default:
      return textSchema(field.label, maxLength);
  }
}

function shapeOf(fields: readonly Field[], maxLength = MAX_TEXT_LENGTH): Record<string, z.ZodType> {
  return Object.fromEntries(
    fields.map((field) => [field.name, answerSchema(field, maxLength).optional()] as const),
  );
}

const answersShape = (key: SectionKey) => shapeOf(sectionFields(key));

/** Any of these fields, each of its own type; texts of at most so many characters. */
export const answersSchema = (fields: readonly Field[], maxLength: number) =>
  z.object(shapeOf(fields, maxLength)) as unknown as z.ZodType<Answers>;

type AnswersSchemas = { [K in SectionKey]: z.ZodType<Partial<SectionAnswers<K>>> };

/** The schema of each section: any of its fields, each of its own type. */
export const SECTION_ANSWERS = Object.fromEntries(
  SECTION_KEYS.map((key) => [key, z.object(answersShape(key))]),
) as unknown as AnswersSchemas;

const version = z.int({ error: "The version must be a whole number." }).min(0).optional();

type SectionInputs = { [K in SectionKey]?: Partial<SectionAnswers<K>> & { version?: number } };

/** In the API: the answers of each section, and optionally the version on which they are based. */
export const ReferralFormBody = z.object(
  Object.fromEntries(
    SECTION_KEYS.map((key) => [
      key,
      z
        .object({ ...answersShape(key), version })
        .nullish()
        .transform((value) => value ?? undefined),
    ]),
  ),
) as unknown as z.ZodType<SectionInputs>;
