import type { BadgeColour } from "#app/ui/badge.tsx";
import { KEPT_WORDS } from "#app/features/booking/record/kept-words.ts";

/** The page on which a version of a booking's report is read. */
export const readPath = (bookingId: string, version: number) =>
  `/admin/bookings/${bookingId}/report/read/${version}`;

/** The form whose refusals stand above the report: buttons have no field. */
export const BUTTONS_FORM = "comment-buttons";

export const READING_NOTE = "Comment on clarity and completeness. The opinion is the author’s.";

/** How an author answers a comment. */
export const ANSWERS = { changed: "Changed", kept: "Kept, because" } as const;

export const COMMENT_STATES: Record<
  "open" | "changed" | "kept" | "overruled" | "closed",
  { label: string; colour: BadgeColour }
> = {
  open: { label: "No answer yet", colour: "yellow" },
  changed: { label: "Changed", colour: "blue" },
  kept: { label: "Kept", colour: "blue" },
  overruled: { label: "Overruled", colour: "blue" },
  closed: { label: "Closed", colour: "green" },
};

/** Why a comment was not written, answered or closed. */
export const COMMENT_PROBLEMS = {
  ...KEPT_WORDS,
  "not-yours": null,
  "reviewed-since": "This version is not in review any more. This is how it is now.",
  "no-such-part": "This report has no such part. This is how it is now.",
  "too-many": "This report has 100 comments. Return it to its author.",
  "no-answer": "The author has not answered this comment yet.",
  answered: "The author has answered this comment. Close it instead.",
  closed: "The reader has closed this comment.",
  "with-office":
    "The report is in review, so it cannot be changed now. Say why it stays, or wait until it is returned.",
  "nothing-to-say": "Write a comment first: the author needs to know what to change.",
  gone: "This comment is no longer there.",
} as const;
