export const CONTACT_OUTCOMES = {
  spoke: "Spoke to the referrer",
  "no-answer": "Called, no answer",
  waiting: "Waiting for the referrer",
  texted: "Answered a text",
} as const;

export type ContactOutcome = keyof typeof CONTACT_OUTCOMES;

/** Staff log these; an answer to a text logs itself. */
export const CONTACT_OUTCOME_KEYS = ["spoke", "no-answer", "waiting"] as const satisfies ContactOutcome[];
