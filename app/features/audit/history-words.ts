import type { AuditRow } from "./tables.ts";

/** Each action of the audit log in words. */
const ACTIONS = {
  "booking.created": "Booking made",
  "booking.status-changed": "Status changed",
  "booking.contacted": "Contact with the referrer logged",
  "booking.owner-changed": "Owner changed",
  "booking.edited": "Details changed",
  "booking.link-sent": "Link to the booking sent to the referrer",
  "booking.link-replaced": "New link sent to the referrer; earlier links stopped working",
  "booking.links-requested": "Link requested by the referrer",
  "booking.reminders-stopped": "Reminders stopped by the referrer",
  "booking.start-requested": "Start within the 14 days requested",
  "concern.raised": "Safeguarding concern recorded",
  "concern.noted": "Note added to the safeguarding log",
  "concern.closed": "Safeguarding concern closed",
  "concern.viewed": "Safeguarding log opened",
  "request.made": "Request made",
  "request.changed": "Request changed",
  "request.withdrawn": "Request taken back",
  "request.accepted": "Request accepted",
  "request.declined": "Request declined",
  "request.another-day": "Request answered with another day",
  "request.by-right": "Right to cancel used by the referrer",
  "request.ended": "Request ended with the booking",
  "invoice.created": "Invoice made in Xero",
  "invoice.issued": "Invoice issued",
  "invoice.credited": "Credit note issued",
  "invoice.settled": "Invoice paid",
  "payment.recorded": "Payment recorded",
  "payment.refunded": "Refund recorded",
  "payment.undone": "Payment taken back, recorded by mistake",
  "invoice.paid": "Invoice paid, as Xero says",
  "invoice.billing-changed": "Billing details put onto the invoice in Xero",
  "invoice.difference-accepted": "Invoice accepted as it is",
  "invoice.changed-there": "Invoice changed in Xero",
  "outbox.retried": "Mail or invoice tried again",
  "outbox.cancelled": "Mail or invoice cancelled",
  "privacy.case-opened": "Looked up for a privacy request",
  "privacy.erased": "Erased for a privacy request",
  "privacy.exported": "Exported for a privacy request",
  "privacy.restricted": "Processing restricted",
  "privacy.held": "Legal hold placed",
  "privacy.mark-lifted": "Restriction or legal hold lifted",
  "referral.saved": "Referral form saved",
  "referral.submitted": "Referral form submitted",
  "visit.agreed": "Visit agreed",
  "visit.moved": "Visit moved",
  "visit.reassigned": "Visit given to another assessor",
  "visit.cancelled": "Visit cancelled",
  "visit.not-held": "Visit did not take place",
  "visit.outcome": "Outcome of the visit recorded",
  "visit.outcome-corrected": "Outcome of the visit corrected",
  "visit.unsafe-dealt-with": "Unsafe visit dealt with",
  "visit.letter": "Letter to the client given",
  "visit.letter-removed": "Record of a letter to the client removed",
  "visit.note": "Note by the assessor",
  "visit.exchange-added": "Words of the visit written down",
  "visit.exchange-changed": "Words of the visit changed",
  "visit.exchange-deleted": "Words of the visit deleted",
  "visit.cannot-come": "Assessor cannot come to the visit",
  "visit.late": "Assessor running late",
  "visit.settled": "Visit may stay as it is",
  "visit.note-read": "Note of the assessor read",
  "visit.late-told": "Referrer told that the assessor is late",
  "calendar.address-made": "New calendar address",
  "calendar.turned-off": "Calendar address turned off",
  "visit.asked": "Assessors asked",
  "visit.declined": "Assessor declined",
  "visit.question-closed": "Question to assessors closed",
  "document.added": "Document added",
  "document.changed": "Document: kind or visibility changed",
  "document.deleted": "Document deleted",
  "document.infected": "Document deleted because it contained a virus",
  "document.opened": "Document opened",
  "document.by-post": "Document announced by post",
  "document.post-closed": "Document no longer expected by post",
  "report.draft-started": "Report begun by the assessor",
  "report.part-saved": "Part of the report saved",
  "report.uploaded": "File of a report uploaded",
  "report.declared": "Report declared and sent for review",
  "report.returned": "Report returned to the assessor",
  "report.released": "Report released",
  "report.withdrawn": "Report withdrawn",
  "report.sent": "Report sent to more recipients",
  "report.link-ended": "A recipient’s link to the report ended",
  "report.link-renewed": "New link to the report sent",
  "report.downloaded": "Report downloaded by a recipient",
  "report.received": "Receipt of the report confirmed",
  "report.recipient-added": "Recipient of the report added",
  "report.recipient-removed": "Recipient of the report removed",
  "report.held": "Report put on hold",
  "report.hold-lifted": "Hold of the report lifted",
  "part.asked": "Somebody asked to fill in a part",
  "part.reminded": "Reminder sent to somebody who was asked for a part",
  "part.link-renewed": "New link sent to somebody who was asked for a part",
  "part.taken-back": "Request for a part taken back",
  "part.opened": "Part opened by whoever was asked",
  "part.sent": "Part sent by whoever was asked",
  "part.reopened": "Part opened again by whoever was asked",
  "part.declined": "Whoever was asked for a part cannot help",
  "part.not-for-them": "Request for a part reached the wrong person",
  "part.locked": "Wrong date of birth five times on the page of a part",
  "part.fee": "Fee asked for a part",
  "part.keyed-in": "Part keyed in from paper",
  "part.taken": "Part looked at, and taken over",
  "assessor.changes-proposed": "Changes of the registration proposed",
  "assessor.changes-withdrawn": "Proposed changes taken back",
  "assessor.changes-confirmed": "Proposed changes confirmed",
  "assessor.changes-refused": "Proposed changes refused",
  "booking.viewed": "Booking opened",
  "visit.viewed": "Visit opened by its assessor",
  "complaint.viewed": "Complaint opened",
  "referral.viewed": "Referral form opened",
  "referral.printed": "Referral form printed",
  "user.created": "Account made",
  "user.registered": "Account registered",
  "user.email-confirmed": "Email address confirmed",
  "user.edited": "Account changed",
  "user.role-changed": "Role changed",
  "user.deactivated": "Account closed to its owner",
  "user.reactivated": "Account opened to its owner again",
  "user.concern-right-given": "Right to safeguarding concerns given",
  "user.concern-right-taken": "Right to safeguarding concerns taken away",
  "user.money-right-given": "Right to record payments given",
  "user.money-right-taken": "Right to record payments taken away",
  "user.password-created": "Password chosen in place of the temporary one",
  "user.password-changed": "Password changed",
  "user.password-reset": "Password set anew by a mailed link",
  "user.password-reset-requested": "Link to set the password anew requested",
  "user.temporary-password-sent": "Temporary password sent",
  "user.administrator-renewed": "Administrator let in again from the server",
  "two-factor.enabled": "Two-factor sign-in switched on",
  "two-factor.disabled": "Two-factor sign-in switched off",
  "two-factor.recovery-codes-renewed": "New recovery codes made",
  "session.opened": "Signed in",
  "session.ended": "Signed out on one device",
  "session.others-ended": "Signed out on all other devices",
  "device.forgotten": "Device forgotten",
  "assessor.edited": "Registration changed",
  "outbox.all-retried": "All failed mails and invoices tried again",
  "complaint.received": "Complaint received",
  "complaint.acknowledged": "Complaint acknowledged",
  "complaint.answered": "Complaint answered",
  "settings.changed": "Settings changed",
  "booking-link.sent": "Link to start a booking sent",
  "bookings.exported": "List of bookings exported",
};

/** Rows keep their action for good: one is never renamed, its words may be. */
export type AuditAction = keyof typeof ACTIONS;

/** Words for a stored action; those of an action that an earlier release wrote are made of its name. */
export function describeAction(action: string): string {
  const { [action]: known }: Record<string, string> = ACTIONS;
  const words = action.replace(/[.-]/g, " ");
  return known ?? words.charAt(0).toUpperCase() + words.slice(1);
}

export const ACTOR_WORDS: Record<AuditRow["actor_kind"], string> = {
  visitor: "Referrer or client",
  customer: "Customer",
  contributor: "Somebody who was asked for a part",
  assessor: "Assessor",
  staff: "Staff",
  system: "The service itself",
};

type Repeatable = { action: string; actor_id: string | null; changedFields: string[] };

const MERGED = new Set([
  "booking.viewed",
  "visit.viewed",
  "referral.saved",
  "referral.viewed",
  "referral.printed",
]);

/** Entries alike in a row become one, with their count. */
export function mergeRepeats<Entry extends Repeatable>(entries: Entry[]): (Entry & { count: number })[] {
  const merged: (Entry & { count: number })[] = [];
  for (const entry of entries) {
    const last = merged.at(-1);
    const isSame = last?.action === entry.action && last.actor_id === entry.actor_id;
    if (last && isSame && MERGED.has(entry.action)) {
      last.count += 1;
      last.changedFields = [...new Set([...last.changedFields, ...entry.changedFields])];
    } else {
      merged.push({ ...entry, count: 1 });
    }
  }
  return merged;
}
