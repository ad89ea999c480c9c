/** What a restriction of processing means (UK GDPR Art. 18), in words for staff. */

/** Why a mail or an invoice was not sent. Retry sends it once the restriction is lifted. */
export const HELD_BACK = "The privacy desk restricted the use of this person's data.";

/** Why a change is refused, and what to do. */
export const RESTRICTED = `${HELD_BACK} Nothing may be changed or sent until an Administrator lifts that.`;
