import { fieldLabel, type FieldChange } from "#app/features/booking/booking-changes.ts";
import { isSectionKey, sectionFields, SECTIONS } from "#app/features/referral/sections.ts";
import type { AuditRow } from "#app/features/audit/tables.ts";

const ACTIONS: Record<string, string> = {
  "booking.created": "Booking made",
  "booking.status-changed": "Status changed",
  "booking.contacted": "Contact with the referrer logged",
  "booking.owner-changed": "Given to somebody else to look after",
  "booking.edited": "Details changed",
  "booking.link-sent": "Link to the booking sent to the referrer",
  "booking.link-replaced": "New link sent to the referrer; earlier links stopped working",
  "booking.links-requested": "Link requested by the referrer",
  "booking.reminders-stopped": "Reminders stopped by the referrer",
  "invoice.created": "Invoice made in Xero",
  "outbox.retried": "Mail or invoice tried again",
  "outbox.cancelled": "Mail or invoice cancelled",
  "privacy.case-opened": "Looked up for a privacy request",
  "privacy.exported": "Exported for a privacy request",
  "privacy.restricted": "Processing restricted",
  "privacy.held": "Legal hold placed",
  "privacy.mark-lifted": "Restriction or legal hold lifted",
  "referral.saved": "Referral form saved",
  "referral.submitted": "Referral form submitted",
  "booking.viewed": "Booking opened",
  "complaint.viewed": "Complaint opened",
  "referral.viewed": "Referral form opened",
  "referral.printed": "Referral form printed",
};

const FIELDS: Record<string, string> = { status: "status", accessLink: "link", owner: "owner" };

/** `booking.status-changed` becomes `Status changed`; an action without words of its own is spelled out. */
export function describeAction(action: string): string {
  const words = action.replace(/[.-]/g, " ");
  return ACTIONS[action] ?? words.charAt(0).toUpperCase() + words.slice(1);
}

/** `Personal Details (Title, First name)`, from `personalDetails.title` and so on. */
function describeAnswers(section: string, names: readonly string[]): string {
  if (!isSectionKey(section)) return names.map((name) => `${section}.${name}`).join(", ");
  const labels = new Map(sectionFields(section).map(({ name, label }) => [name, label]));
  return `${SECTIONS[section].title} (${names.map((name) => labels.get(name) ?? name).join(", ")})`;
}

/** `e-mail address, preferred date`; referral answers by section. An unknown field keeps its name. */
export function describeFields(fields: readonly string[]): string {
  const ofBooking: string[] = [];
  const bySection = new Map<string, string[]>();
  for (const field of fields) {
    const [section = "", name] = field.split(".");
    if (name === undefined) ofBooking.push(FIELDS[field] ?? fieldLabel(field) ?? field);
    else bySection.set(section, [...(bySection.get(section) ?? []), name]);
  }
  const answers = [...bySection].map(([section, names]) => describeAnswers(section, names));
  return [...ofBooking, ...answers].join(", ");
}

/** `location: Leeds → York`, by line, and `fields` of which only the name is known. */
export function describeChanges(
  fields: readonly string[],
  changes: readonly FieldChange[],
): { fields: string; changes: string[] } {
  const known = new Set<string>(changes.map(({ field }) => field));
  return {
    fields: describeFields(fields.filter((field) => !known.has(field))),
    changes: changes.map(
      ({ field, from, to }) => `${fieldLabel(field)}: ${from ?? "nothing"} → ${to ?? "nothing"}`,
    ),
  };
}

export const ACTOR_WORDS: Record<AuditRow["actor_kind"], string> = {
  visitor: "Referrer or client",
  customer: "Customer",
  staff: "Staff",
  system: "The service itself",
};

type Repeatable = { action: string; actor_id: string | null; actor_kind: string; changedFields: string[] };

const MERGED = new Set(["booking.viewed", "referral.saved", "referral.viewed", "referral.printed"]);

/** Merges neighbouring entries of the same kind and person into the first, with their count. */
export function mergeRepeats<Entry extends Repeatable>(entries: Entry[]): (Entry & { count: number })[] {
  const merged: (Entry & { count: number })[] = [];
  for (const entry of entries) {
    const last = merged.at(-1);
    const isSame =
      last?.action === entry.action &&
      last.actor_kind === entry.actor_kind &&
      last.actor_id === entry.actor_id;
    if (last && isSame && MERGED.has(entry.action)) {
      last.count += 1;
      last.changedFields = [...new Set([...last.changedFields, ...entry.changedFields])];
    } else {
      merged.push({ ...entry, count: 1 });
    }
  }
  return merged;
}
