import { HELD_BACK } from "#app/features/data-protection/restriction.ts";

/** Why a job was given up, in words for staff. The codes are stored in `outbox.cancel_code`, and other features act on
 * them: a code is never renamed, its words may be. */
export const CANCEL_WORDS = {
  "by-staff": "Cancelled by staff.",
  "booking-gone": "The booking is no longer there.",
  "booking-cancelled": "The booking was cancelled.",
  "booking-closed": "The booking is closed.",
  "nothing-to-invoice": "The booking was changed, and calls for no invoice now.",
  "invoice-void": "The invoice was voided.",
  "refund-undone": "The refund was taken back.",
  "invoice-settled": "The invoice was paid, or is not overdue any more.",
  "invoice-disputed": "The customer disputes the invoice.",
  "complaint-open": "A complaint of the customer is open.",
  restricted: HELD_BACK,
  "status-changed-again": "The status has changed again since.",
  "visit-changed": "The visit or the question was changed or ended since.",
  "day-passed": "The day of the assessment has passed.",
  "forms-submitted": "The referral forms were submitted.",
  "report-withdrawn": "The report was withdrawn.",
  "report-held": "The report is on hold. The mail goes out when the hold is lifted.",
  "report-never-sent": "The recipient was never sent the report.",
  "report-infected": "A virus was found in the report’s file.",
  "report-received": "The recipient confirmed the receipt.",
  "questions-closed":
    "The questions were answered, refused or passed to somebody else, or have another date.",
  "reminders-stopped": "The referrer asked for no more reminders.",
  "code-expired": "The code was no longer valid.",
  "link-expired": "The link was no longer valid.",
  "link-replaced": "The link was used, or a newer one replaced it.",
  "link-ended": "The link was ended.",
  "part-answered": "Whoever was asked has opened the page or answered.",
  "po-given": "The PO number was given.",
  "charge-decided": "The charge was answered or waived.",
  "same-person": "The booking is about the same person as before.",
  "membership-ended": "They no longer read it as a member of the organisation.",
  "look-again-stopped": "The reminder is not wanted any more. The list “To look again” says why.",
  "calendar-read": "The calendar was read again, or is no longer looked at.",
  "paper-renewed": "The paper was renewed, or its assessor works here no more.",
  "texts-off": "Texts of this kind are switched off.",
  "no-mobile": "There is no mobile number of the UK that may be texted.",
  "number-stopped": "The number asked for no more texts.",
  "texts-ceiling": "The texts of the month were used up.",
  "text-deleted": "The text was deleted: it was past its retention period.",
} as const;

export type CancelCode = keyof typeof CANCEL_WORDS;

/** Every job of the booking that has one of these comes back when the hold or the restriction is lifted. */
export const HELD_BACK_CODES = ["report-held", "restricted"] as const satisfies CancelCode[];
