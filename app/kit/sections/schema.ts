import { z } from "zod";
import type { Field } from "./fields.ts";

/** Answers as they arrive, complete or not. */

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

/** Any of these fields, each of its own type; texts of at most so many characters. */
export const answersSchema = (fields: readonly Field[], maxLength = MAX_TEXT_LENGTH) =>
  z.object(
    Object.fromEntries(fields.map((field) => [field.name, answerSchema(field, maxLength).optional()])),
  );
