import { z } from "zod";

const MAX_CHARACTERS = 4_000;

const text = (missing: string) =>
  z
    .string({ error: missing })
    .trim()
    .min(1, missing)
    .max(MAX_CHARACTERS, `Please keep this to ${MAX_CHARACTERS} characters.`);

export const ConcernSchema = z.object({ concern: text("Please write what worries you.") });
export const ConcernNoteSchema = z.object({ note: text("Please write what was done.") });
