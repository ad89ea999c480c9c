import type { Deps } from "#app/deps.server.ts";
import type { BookingPrice } from "#app/features/catalogue/pricing.ts";
import type { BookingRow } from "./tables.ts";
import type { Flag } from "#app/platform/tables.ts";
import { sealClientDetails, sealOtherDetails } from "./client-details.server.ts";
import { CONSENT_WORDING_VERSION } from "./consents.ts";
import type { BookingSubmission } from "./schema.ts";
import type { Tracking } from "./tracking.ts";

/** What is known of a booking before it has an id, a reference and a price. */
export type NewBooking = {
  /** Already validated: see `bookingSubmission`. */
  submission: BookingSubmission;
  /** The draft that it comes from; it becomes at most one booking. */
  draftId?: string;
  tracking: Tracking;
};

const asFlag = (value: boolean): Flag => (value ? 1 : 0);

/** A booking as it begins: pending, every detail of the request in its column, what is sensitive sealed. */
export function newBookingRow(
  deps: Pick<Deps, "clock" | "ids" | "secrets">,
  { submission, draftId, tracking }: NewBooking,
  { reference, price }: { reference: string; price: BookingPrice },
): BookingRow {
  const id = deps.ids.uuid();
  const now = deps.clock.now().toISOString();
  const { otherAssessmentDetails } = submission;
  return {
    id,
    reference,
    draft_id: draftId ?? null,
    status: "pending",
    version: 1,
    token_version: 1,
    is_virtual: asFlag(submission.isVirtual),
    other_details_sealed:
      otherAssessmentDetails === null ? null : sealOtherDetails(deps.secrets, id, otherAssessmentDetails),
    referrer_first_name: submission.referrerFirstName,
    referrer_last_name: submission.referrerLastName,
    referrer_email: submission.referrerEmail,
    referrer_email_key: submission.referrerEmail.toLowerCase(),
    referrer_phone: submission.referrerPhone,
    referrer_phone_as_typed: submission.referrerPhoneAsTyped,
    referrer_country_code: submission.referrerCountryCode,
    referrer_relationship: submission.referrerRelationship,
    referrer_professional_capacity: submission.referrerProfessionalCapacity,
    referrer_custom_role: submission.referrerCustomRole,
    referrer_organisation: submission.referrerOrganisation,
    assessment_location: submission.assessmentLocation,
    preferred_date: submission.preferredDate,
    allow_weekends: asFlag(submission.allowWeekends),
    prefer_earlier_date: asFlag(submission.preferEarlierDate),
    payment_method: submission.paymentMethod,
    client_first_name: submission.clientFirstName,
    client_last_name: submission.clientLastName,
    client_details_sealed: sealClientDetails(deps.secrets, id, submission.client),
    consent_email: asFlag(submission.consentEmail),
    consent_whatsapp: asFlag(submission.consentWhatsApp),
    consent_updates: asFlag(submission.consentUpdates),
    consent_privacy_policy: asFlag(submission.consentPrivacyPolicy),
    consent_wording_version: CONSENT_WORDING_VERSION,
    consent_at: now,
    subtotal_pence: price.subtotalPence,
    discount_pence: price.discountPence,
    total_pence: price.totalPence,
    utm_parameters: JSON.stringify(tracking.utmParameters),
    session_data: JSON.stringify(tracking.sessionData),
    awaits_contact_since: now,
    owner_id: null,
    created_at: now,
    updated_at: now,
  };
}
