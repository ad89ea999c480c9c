import { KEPT_OUT_WORDS, type KeptOut } from "#app/features/data-protection/restriction.ts";
import { changedSince } from "#app/forms/changed-since.ts";

/** Why a booking, and what hangs on it, could not be changed. */
export type Kept = "not-found" | KeptOut | "changed-since";

/** The sentence for each code, for staff and assessors. Pages answer `not-found` with their own page where they can. */
export const KEPT_WORDS: Record<Kept, string> = {
  ...KEPT_OUT_WORDS,
  "not-found": KEPT_OUT_WORDS.erased,
  "changed-since": changedSince("Somebody else changed this booking", "changed"),
};
