export const CONTACT_OUTCOMES = {
  spoke: "Spoke to the referrer",
  "no-answer": "Called, no answer",
  waiting: "Waiting for the referrer",
} as const;

export type ContactOutcome = keyof typeof CONTACT_OUTCOMES;

export const CONTACT_OUTCOME_KEYS = Object.keys(CONTACT_OUTCOMES) as [ContactOutcome, ...ContactOutcome[]];
