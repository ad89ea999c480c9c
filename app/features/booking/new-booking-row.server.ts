import type { Deps } from "#app/deps.server.ts";
import { currentOffer } from "#app/features/catalogue/catalogue.ts";
import type { BookingPrice } from "#app/features/catalogue/pricing.ts";
import { CONSENT_WORDING_VERSION } from "./consents.ts";
import { clientDetailsOf, fieldColumns, sealClientDetails } from "./field-columns.server.ts";
import type { BookingSubmission } from "./schema.ts";
import type { BookingRow } from "./tables.ts";
import type { Tracking } from "./tracking.ts";

export type NewBooking = {
  submission: BookingSubmission;
  draftId?: string;
  tracking: Tracking;
};

export function newBookingRow(
  deps: Pick<Deps, "clock" | "ids" | "secrets">,
  { submission, draftId, tracking }: NewBooking,
  { reference, price }: { reference: string; price: BookingPrice },
): BookingRow {
  const id = deps.ids.uuid();
  const now = deps.clock.now().toISOString();
  return {
    id,
    reference,
    draft_id: draftId ?? null,
    status: "pending",
    version: 1,
    token_version: 1,
    ...fieldColumns(deps.secrets, id, submission),
    client_details_sealed: sealClientDetails(deps.secrets, id, clientDetailsOf(submission)),
    referrer_email_key: submission.referrerEmail.toLowerCase(),
    consent_wording_version: CONSENT_WORDING_VERSION,
    consent_at: now,
    subtotal_pence: price.subtotalPence,
    discount_pence: price.discountPence,
    total_pence: price.totalPence,
    deposit_percent: currentOffer().rules.depositPercent,
    utm_parameters: JSON.stringify(tracking.utmParameters),
    session_data: JSON.stringify(tracking.sessionData),
    awaits_contact_since: now,
    owner_id: null,
    created_at: now,
    updated_at: now,
  };
}
