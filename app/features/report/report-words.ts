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

/** Why a reviewer returns a report, and what they find when they read a released one again. */
export const REVIEW_CODES = {
  decision: "Wording of the decision",
  information: "Relevant information",
  evidence: "Evidence",
  order: "Order of the test",
  support: "Support to decide",
  cause: "Causal link",
  remote: "Remote assessment",
  details: "The person’s details",
  spelling: "Spelling",
  file: "The file",
} as const;
export type ReviewCode = keyof typeof REVIEW_CODES;

/** `Evidence, Spelling`, in the order of the words; empty for none. */
export const codesInWords = (codes: readonly ReviewCode[] = []) =>
  Object.entries(REVIEW_CODES)
    .flatMap(([code, words]) => (codes.includes(code as ReviewCode) ? words : []))
    .join(", ");

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

const nameWords = (name: string) =>
  name
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** A typed signature is the name of its author: first and last name are in it, titles and letters behind it aside. */
export function isSignatureOf(typed: string, author: string): boolean {
  const [words, name] = [new Set(nameWords(typed)), nameWords(author)];
  return name.length > 0 && words.has(name[0]!) && words.has(name.at(-1)!);
}

export const signAs = (author: string) => `Type your own name, ${author}. Only the author signs a report.`;

/** How it stands with the newest mail with a recipient's link. */
export const LINK_MAIL_STATES = {
  sent: ["Sent", "green"],
  waiting: ["Waiting to be sent", "blue"],
  "kept-back": ["Kept back", "yellow"],
  failed: ["Failed", "red"],
  "came-back": ["Came back", "red"],
  "not-sent": ["Not sent", "grey"],
} as const;
export type LinkMailState = keyof typeof LINK_MAIL_STATES;

/** The question about a report for which no visit can have taken place. `when` names the visit. */
export const VISIT_DOUBTS = {
  "to-come": {
    label: (when: string) => `The assessment took place, although the visit on ${when} is still to come`,
    message: (when: string) =>
      `The visit on ${when} is still to come. Is this the right booking? If the assessment took place before, tick the box.`,
    words: (when: string) => `The visit on ${when} is still to come.`,
  },
  "not-held": {
    label: (when: string) =>
      `The assessment took place, although the visit on ${when} is recorded as not held`,
    message: (when: string) =>
      `The visit on ${when} is recorded as not held. Is this the right booking? If the assessment took place, tick the box.`,
    words: (when: string) => `The visit on ${when} is recorded as not held.`,
  },
} as const;

/** Days until a link to a report ends; it can be renewed. */
export const LINK_DAYS = 90;

/** A refusal of buttons without fields is shown above the page. */
export const BUTTONS_FORM = "buttons-form";
