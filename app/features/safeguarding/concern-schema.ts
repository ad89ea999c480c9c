import { z } from "zod";

const MAX_CHARACTERS = 4_000;

export const ConcernSchema = z.object({
  concern: z
    .string({ error: "Please write what worries you." })
    .trim()
    .min(1, "Please write what worries you.")
    .max(MAX_CHARACTERS, `Please keep this to ${MAX_CHARACTERS} characters.`),
});

export const ConcernNoteSchema = z.object({
  note: z
    .string({ error: "Please write what was done." })
    .trim()
    .min(1, "Please write what was done.")
    .max(MAX_CHARACTERS, `Please keep this to ${MAX_CHARACTERS} characters.`),
});
