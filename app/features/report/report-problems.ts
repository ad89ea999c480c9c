import { KEPT_WORDS } from "#app/features/booking/record/kept-words.ts";
import { NO_LOOK_AGAIN_DAY } from "./look-again-day.ts";
import type { Addressee } from "./report-rows.server.ts";

/** Why a change of a report, or of its recipients, was refused. */
export const REPORT_PROBLEMS = {
  ...KEPT_WORDS,
  "own-reading": "You wrote this report: somebody else must read it again.",
  "read-since": "Somebody else has read this version again. This is how it is now.",
  "reviewed-since": "Somebody else has reviewed this report. This is how it is now.",
  held: "The report is on hold. Lift the hold first.",
  "own-report": "Somebody else must release this report: you uploaded it.",
  "open-comments": {
    summary: "The report was not released: a comment of its reader has no answer.",
    errors: {
      overruled: ["Return the report to its author for an answer, or write why it goes out without one."],
    },
  },
  "not-as-shown": ({ changed }: { changed: readonly string[] }) =>
    `Changed since you opened this page: ${changed.join(", ")}. Nothing was done. Check again what the page says now.`,
  "infected-in-review": "The file contained a virus, and was deleted. Return the report to the assessor.",
  "infected-released": "The file contained a virus, and was deleted. Withdraw this version.",
  "look-again-day": {
    summary: "The report was not released. Please look at the day to look again.",
    errors: { lookAgainOn: [NO_LOOK_AGAIN_DAY] },
    status: 400,
  },
  "no-recipient": "Choose at least one recipient.",
  "have-links": "Everybody whom you chose has a link to this version. “Send a new link” mails it again.",
  "waits-for-scan": "The file still waits for its virus check. Please try again in some minutes.",
  "no-link": "This report has no link any more.",
  "is-recipient": ({ name, email }: Addressee) =>
    `${email} is on the list already: it is the address of ${name}.`,
};

/** Why an assessor's report was not sent for review. */
export const DECLARE_PROBLEMS = {
  ...KEPT_WORDS,
  "in-review": "A report of this booking is with the office for review. Call the office to get it back.",
  "report-released": "The report was released. Choose “Addendum” or “Correction” for what you add to it.",
  "none-released": "There is no released report yet. Choose “Report”.",
  "file-gone": "The file was not kept. Please send the form once more.",
};
