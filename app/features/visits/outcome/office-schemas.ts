import { z } from "zod";
import { MAX_LATE_MINUTES, MIN_LATE_MINUTES } from "#app/features/visits/record/note-kinds.ts";

const text = (missing: string) =>
  z.string({ error: missing }).trim().min(1, missing).max(4_000, "Please keep this to 4,000 characters.");

export const NoteSchema = z.object({ note: text("Write the note first.") });

/** An assessor cannot come to a visit. */
export const CannotComeSchema = z.object({ reason: text("Say why you cannot come, in a few words.") });

const LATE = `Enter whole minutes from ${MIN_LATE_MINUTES} to ${MAX_LATE_MINUTES}, such as 20.`;

/** An assessor is late. */
export const LateSchema = z.object({
  minutes: z.coerce.number({ error: LATE }).int(LATE).min(MIN_LATE_MINUTES, LATE).max(MAX_LATE_MINUTES, LATE),
});
