export const MEGABYTE = 1024 * 1024;

export const MAX_DOCUMENTS = 20;
export const MAX_BOOKING_BYTES = 100 * MEGABYTE;

/** Bytes of one form: all files of a booking, and its fields. */
export const MAX_UPLOAD_BYTES = MAX_BOOKING_BYTES + 5 * MEGABYTE;
