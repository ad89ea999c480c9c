import { z } from "zod";

export const MAX_TEXT_LENGTH = 1000;

const orUndefined = (value: unknown) => (value === null || value === "" ? undefined : value);

export const text = (message: string) =>
  z.string({ error: message }).min(1, message).max(MAX_TEXT_LENGTH, message);

/** Null and an empty text count as left out. */
export const orLeftOut = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess(orUndefined, schema.optional());

export const optionalText = (message: string) =>
  orLeftOut(z.string({ error: message }).max(MAX_TEXT_LENGTH, message));
