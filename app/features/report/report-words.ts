import type { BadgeColour } from "#app/ui/badge.tsx";

export const REPORT_KINDS = { report: "Report", addendum: "Addendum", correction: "Correction" } as const;
export type ReportKind = keyof typeof REPORT_KINDS;

export const REPORT_STATES = {
  "in-review": "In review",
  returned: "Returned",
  released: "Released",
  withdrawn: "Withdrawn",
} as const;
export type ReportState = keyof typeof REPORT_STATES;

export const REPORT_COLOURS: Record<ReportState, BadgeColour> = {
  "in-review": "yellow",
  returned: "red",
  released: "green",
  withdrawn: "grey",
};

/** `person`: the one who was assessed. */
export const RECIPIENT_ROLES = {
  referrer: "Referrer",
  solicitor: "Solicitor",
  person: "The person assessed",
  other: "Somebody else",
} as const;
export type RecipientRole = keyof typeof RECIPIENT_ROLES;

export const HOLD_REASONS = {
  unpaid: "The booking is not paid",
  objects: "The person assessed objects",
  legal: "A legal reason",
} as const;
export type HoldReason = keyof typeof HOLD_REASONS;

/** Points that staff check before a release; each must be ticked. */
export const CHECKLIST = {
  person: "It is about the right person",
  birth: "The date of birth is right",
  decisions: "Each decision is answered",
  signed: "It is signed",
  clean: "It has no tracked changes or comments",
} as const;

export const DECLARATION =
  "I carried out this assessment, this is my report, and its facts are true to the best of my knowledge.";

/** Days until a link to a report ends; it can be renewed. */
export const LINK_DAYS = 90;

/** The words for `?done=` on the page of staff. */
export const REPORT_DONE = {
  release: "The report was released. Each recipient gets an email with a link.",
  return: "The report was returned to the assessor.",
  withdraw: "The report was withdrawn. Its links no longer work, and its recipients are told.",
  recipient: "The recipient was added.",
  "recipient-removed": "The recipient was removed.",
  hold: "The report is on hold.",
  "hold-lifted": "The hold was lifted.",
  renewed: "A new link is on its way. The earlier one no longer works.",
};
