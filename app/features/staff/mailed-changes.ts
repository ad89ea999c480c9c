import { changedFields, type TrackedField } from "#app/features/booking/booking-changes.ts";
import type { BookingReadModel } from "#app/features/booking/queries.server.ts";
import type { MailedChange } from "#app/features/mail-queue/topics.ts";

const pence = (pounds: number) => Math.round(pounds * 100);

/** Fields that a mail mentions without their values. */
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

/** What a mail tells the referrer of a change. Date, total, payment and mode come with their values; client, place and
 * assessments are only said to have changed, because mails name none of them. */
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
