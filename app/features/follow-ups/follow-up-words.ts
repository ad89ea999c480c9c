import type { BadgeColour } from "#app/ui/badge.tsx";

export const FOLLOW_UP_STATES = {
  planned: "Planned",
  sent: "Sent",
  "not-needed": "Not needed",
  stopped: "Stopped",
} as const;
export type FollowUpState = keyof typeof FOLLOW_UP_STATES;

export const FOLLOW_UP_COLOURS: Record<FollowUpState, BadgeColour> = {
  planned: "blue",
  sent: "green",
  "not-needed": "grey",
  stopped: "yellow",
};

/** Reasons that staff choose. */
export const STAFF_REASONS = {
  died: "The person has died",
  objects: "The person objects",
  "not-needed": "It is not needed",
} as const;

/** Every reason not to remind the referrer. */
export const STOP_REASONS = {
  ...STAFF_REASONS,
  "no-day": "The newest version names no day",
  off: "Reminders are switched off in Settings",
  erased: "The data was erased",
  cancelled: "The booking was cancelled",
  restricted: "The use of the data is restricted",
  held: "The report is on hold",
  withdrawn: "The report was withdrawn",
  "not-agreed": "The referrer did not agree to a reminder",
  closed: "The organisation is closed",
  left: "The referrer has left the organisation, or sees no answers there",
  "booked-again": "The person was booked again",
  bounced: "Mail to the referrer’s address comes back",
  late: "The day has passed",
} as const;
export type StopReason = keyof typeof STOP_REASONS;

export const MONTHS_LATER = 3;

/** Answers of the referrer. */
export const FOLLOW_UP_ANSWERS = {
  "not-needed": "Not needed",
  later: `Remind me in ${MONTHS_LATER} months`,
} as const;
export type FollowUpAnswer = keyof typeof FOLLOW_UP_ANSWERS;
