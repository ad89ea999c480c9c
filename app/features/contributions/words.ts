/** Who may be asked to fill in a part, and what they are called on pages. */
export const ROLES = {
  doctor: "Doctor or nurse",
  care: "Care home or carer",
  lawyer: "Solicitor or lawyer",
  family: "Family or friend",
  deputy: "Attorney or deputy",
  other: "Somebody else",
} as const;

export type ContributorRole = keyof typeof ROLES;

/** On what basis somebody is asked to disclose: stored as a code, and shown to whoever is asked. */
export const BASES = {
  person: "The person agrees",
  attorney: "An attorney or deputy of the person agrees",
  interests: "It is in the person’s interests",
  court: "A court has ordered it",
  "nobody-asked": "Nobody has asked the person",
} as const;

export type Basis = keyof typeof BASES;

/** Stored; that the date has passed, or the booking has closed, is derived (`standing.ts`). */
export type ContributionState = "asked" | "opened" | "sent" | "taken" | "declined" | "not-me" | "withdrawn";

export const MAX_NOTE = 300;
export const MAX_OPEN = 10;
export const MAX_MAILS_A_DAY = 3;
export const MAX_REMINDERS = 2;
export const DEFAULT_DAYS = 14;
export const MAX_DAYS = 90;
export const MAX_TRIES = 5;
export const LOCK_MINUTES = 15;
/** After its last day a part still takes what is sent for so long, and marks it as late. */
export const LATE_HOURS = 24;
