import { changedFields, type TrackedField } from "#app/features/booking/booking-changes.ts";
import type { BookingReadModel } from "#app/features/booking/read-model.ts";
import type { MailedChange } from "#app/features/mail-queue/topics.ts";

const pence = (pounds: number) => Math.round(pounds * 100);

/** The fields of a contact or a person that a mail mentions without their texts. */
const MENTIONED: Record<"contact" | "client", TrackedField[]> = {
  contact: [
    "referrerFirstName",
    "referrerLastName",
    "referrerEmail",
    "referrerCountryCode",
    "referrerPhone",
    "referrerOrganisation",
  ],
  client: ["clientTitle", "clientFirstName", "clientLastName"],
};

/**
 * What the referrer is told of a change: what their own pages show otherwise now. Date, total, payment and mode with
 * their values; of everything else only that it was changed, because mails name no client, no place and no assessment
 * (DESIGN decision 27).
 */
export function mailedChanges(before: BookingReadModel, after: BookingReadModel): MailedChange[] {
  const fields = new Set(changedFields(before, after));
  const isMode = fields.has("showVirtualPricing");
  const mentions = (["contact", "client"] as const).filter((what) =>
    MENTIONED[what].some((field) => fields.has(field)),
  );
  return [
    ...(fields.has("preferredDate")
      ? [{ what: "date" as const, from: before.preferredDate, to: after.preferredDate }]
      : []),
    ...(isMode ? [{ what: "mode" as const, isVirtual: after.isVirtual }] : []),
    ...(fields.has("assessmentLocation") && !isMode ? [{ what: "location" as const }] : []),
    ...(fields.has("selectedAssessments") || fields.has("otherAssessmentDetails")
      ? [{ what: "assessments" as const }]
      : []),
    ...(fields.has("totalValue")
      ? [{ what: "total" as const, fromPence: pence(before.totalValue), toPence: pence(after.totalValue) }]
      : []),
    ...(fields.has("paymentMethod") ? [{ what: "payment" as const, to: after.paymentMethod }] : []),
    ...mentions.map((what) => ({ what })),
  ];
}
