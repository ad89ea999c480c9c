import { KEPT_WORDS } from "#app/features/booking/record/kept-words.ts";

/** Why nothing was asked. */
export const ASK_PROBLEMS = {
  ...KEPT_WORDS,
  "cannot-ask": "This report cannot be opened at the moment, so nothing was sent. Please call us.",
  "asked-before": "You have asked about this report before. To ask again, please call us.",
  "too-late":
    "The time for questions to clarify is over, so nothing was sent. Say what is wrong, send an order of the court, or call us.",
};

/** Why questions were not dealt with, or not answered. */
export const QUESTION_PROBLEMS = {
  ...KEPT_WORDS,
  gone: "These questions are no longer there.",
  closed: "Somebody else has dealt with these questions. This is how they are now.",
  "in-review": "The answers wait for your review. Release the addendum, or return it first.",
  "none-released":
    "No released report is left, so that nothing can be added to it. Answer the questions yourselves, or refuse them.",
};

/** Why an assessor's answers were not kept, or not sent. */
export const ANSWER_PROBLEMS = {
  ...KEPT_WORDS,
  closed: "These questions are no longer with you. Nothing was saved.",
  "in-review": "Your answers are with the office for review. Call the office to get them back.",
  changed:
    "The questions or your answers were changed in another window, so nothing was saved. Copy what you wrote, open the page again, and put it in.",
  "not-stored": "The addendum could not be kept, and was not sent. Please send it again.",
};
