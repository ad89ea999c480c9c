/** How a letter reached the person. The booking page of the referrer has one that was handed to them. */
export const LETTER_WAYS = {
  posted: "Printed and posted",
  "by-hand": "Given by hand",
  referrer: "Handed to the referrer",
} as const;

export type LetterWay = keyof typeof LETTER_WAYS;

/** The ways of an assessor: staff alone hand a letter to the referrer. */
export const ASSESSOR_WAYS = ["by-hand", "posted"] as const satisfies LetterWay[];
