import { MEGABYTE } from "#app/features/documents/limits.ts";

/** Bytes of a file, and characters of all of its cells together. */
export const MAX_LIST_BYTES = MEGABYTE;
export const MAX_LIST_ROWS = 200;
export const MAX_COLUMNS = 60;
