export const HELD_BACK = "The privacy desk restricted the use of this person's data.";

export const ERASED =
  "The privacy desk erased this person. Nothing can be added to what is left of the booking.";

export const RESTRICTED = `${HELD_BACK} Nothing may be changed or sent until an Administrator lifts that.`;

/** Why nothing may be added to a booking, and the sentence for it. */
export const KEPT_OUT_WORDS = { erased: ERASED, restricted: RESTRICTED };
export type KeptOut = keyof typeof KEPT_OUT_WORDS;
