import { MEGABYTE } from "#app/features/documents/limits.ts";

/** Bytes of a file, and characters of all of its cells together. */
export const MAX_LIST_BYTES = MEGABYTE;
export const MAX_LIST_ROWS = 200;
export const MAX_COLUMNS = 60;
/** Lists of an organisation that are uploaded on one day, and those from which bookings are made on it. */
export const MAX_UPLOADS_A_DAY = 20;
export const MAX_LISTS_A_DAY = 3;
