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
  const isAssessments = fields.has("selectedAssessments") || fields.has("otherAssessmentDetails");
  const isMentioned = (what: keyof typeof MENTIONED) => MENTIONED[what].some((field) => fields.has(field));
  const [fromPence, toPence] = [pence(before.totalValue), pence(after.totalValue)];
  const changes: (MailedChange | false)[] = [
    fields.has("preferredDate") && { what: "date", from: before.preferredDate, to: after.preferredDate },
    isMode && { what: "mode", isVirtual: after.isVirtual },
    !isMode && fields.has("assessmentLocation") && { what: "location" },
    isAssessments && { what: "assessments" },
    fields.has("totalValue") && { what: "total", fromPence, toPence },
    fields.has("paymentMethod") && { what: "payment", to: after.paymentMethod },
    isMentioned("contact") && { what: "contact" },
    isMentioned("client") && { what: "client" },
  ];
  return changes.filter((change) => change !== false);
}
