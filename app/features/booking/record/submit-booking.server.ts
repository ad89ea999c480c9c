import { BILLING_FIELDS } from "#app/features/booking/fields/fields.ts";
import type { Deps } from "#app/deps.server.ts";
import { recordAudit, type Actor } from "#app/features/audit/record-audit.server.ts";
import { enqueueInvoice } from "#app/features/booking/money/enqueue-invoice.server.ts";
import { isBeyondCap } from "#app/features/organisations/record/agreements.server.ts";
import { addWorkingDays } from "#app/features/booking/fields/working-days.server.ts";
import { addDays, londonDate, startOfLondonDay } from "#app/platform/dates.ts";
import { lacksPo, USUAL_DAYS_TO_PAY } from "#app/features/booking/money/payment-terms.ts";
import { currentOffer, type Offer } from "#app/features/catalogue/catalogue.ts";
import { priceBooking, type BookingPrice } from "#app/features/catalogue/pricing.ts";
import { transact } from "#app/platform/database.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { CONSENT_WORDING_VERSION } from "#app/features/booking/fields/consents.ts";
import {
  clientDetailsOf,
  fieldColumns,
  encryptClientDetails,
} from "#app/features/booking/fields/field-columns.server.ts";
import type { BillingValues } from "#app/features/booking/fields/field-values.ts";
import type { BookingSubmission } from "#app/features/booking/fields/schema.ts";
import type { Channel } from "#app/features/booking/fields/reference-lists.ts";
import type { Tracking } from "#app/features/booking/fields/tracking.ts";
import type { Inside } from "./change-booking.server.ts";
import { insertContact } from "./contacts.server.ts";
import { bookingOfDraft, bookingWithReference, REFERENCE_PREFIX } from "./find-booking.server.ts";
import { insertBooking } from "./write-booking.server.ts";
import { enqueueMails, type MailRequest } from "#app/features/outbox/enqueue-mail.server.ts";

type BookingRequest = {
  submission: BookingSubmission;
  draftId?: string;
  tracking: Tracking;
  actor: Actor;
  requestId: string;
  /** The offer the visitor saw. Default: the current one. */
  offer?: Offer | undefined;
  /** How it came to the staff who typed it in. */
  channel?: Channel;
  /** In whose name a member booked it. */
  organisation?:
    | { id: string; bookedBy: string; billing: Partial<BillingValues>; isClosedMatter?: boolean }
    | undefined;
  /** Default: true. Otherwise the referrer gets neither the confirmation nor reminders. */
  isReferrerTold?: boolean;
  /** Default: true. Otherwise the practice gets no mail about it. */
  isCompanyTold?: boolean;
  /** Default: true. Otherwise nobody is reminded of a PO number that is missing. */
  isPoChased?: boolean;
  /** For the history. */
  note?: string;
  alsoWrite?: (inside: Inside, booking: BookingRow) => Promise<unknown>;
};

/** Writes booking, lines, mails, invoice job and audit row in one transaction. A draft that was booked before gives
 * back that booking and writes nothing. */
export const submitBooking = async (deps: Deps, request: BookingRequest): Promise<BookingRow> =>
  transact(deps, (inside) => writeBooking(inside, request));

async function writeBooking(deps: Inside, request: BookingRequest): Promise<BookingRow> {
  const { submission, draftId } = request;
  const { offer = currentOffer() } = request;
  const price = priceBooking(submission, offer);
  const agreementId = offer.agreed?.id ?? null;
  const isOverCap = agreementId !== null && (await isBeyondCap(deps, agreementId, price.totalPence));
  const row = newBookingRow(
    deps,
    { ...request, offer },
    { reference: await freeReference(deps), price, isOverCap },
  );
  if (!(await insertBooking(deps.db, deps, row))) return (await bookingOfDraft(deps.db, draftId!))!;
  const lines = price.lines.map((line, position) => ({
    booking_id: row.id,
    position,
    assessment_id: line.id,
    name: line.name,
    price_pence: line.pricePence,
  }));
  await deps.db.insertInto("booking_lines").values(lines).execute();
  await enqueueBookingMails(deps, row, request);
  await enqueueInvoice(deps, row);
  await recordAudit(deps, request, "booking.created", ["booking", row.id], { note: request.note });
  if (request.channel === "telephone") {
    const spoke = { outcome: "spoke", next_day: null, note: "" } as const;
    await insertContact(deps.db, deps, { ...spoke, booking_id: row.id, user_id: request.actor.id });
  }
  await request.alsoWrite?.(deps, row);
  return row;
}

async function freeReference(deps: Inside): Promise<string> {
  for (;;) {
    const reference = deps.ids.reference(REFERENCE_PREFIX);
    if (!(await bookingWithReference(deps.db, reference))) return reference;
  }
}

/** Neither the wizard nor the API asks for them; an organisation gives its own. */
const NO_BILLING = Object.fromEntries(
  Object.keys(BILLING_FIELDS).map((name) => [name, null]),
) as unknown as BillingValues;

function newBookingRow(
  deps: Deps,
  { submission, draftId, tracking, channel, organisation, offer }: BookingRequest & { offer: Offer },
  { reference, price, isOverCap }: { reference: string; price: BookingPrice; isOverCap: boolean },
): BookingRow {
  const id = deps.ids.uuid();
  const now = deps.clock.now().toISOString();
  const { agreed, rules } = offer;
  return {
    id,
    reference,
    draft_id: draftId ?? null,
    status: "pending",
    version: 1,
    token_version: 1,
    invoice_link_version: 1,
    old_link_version: null,
    old_link_until: null,
    ...fieldColumns(deps.secrets, id, {
      ...submission,
      ...NO_BILLING,
      ...organisation?.billing,
      // Only a consumer can ask for a start within the days of a right to cancel.
      startRequested: submission.startRequested && !organisation,
    }),
    client_details_sealed: encryptClientDetails(deps.secrets, id, clientDetailsOf(submission)),
    referrer_email_key: submission.referrerEmail.toLowerCase(),
    consent_wording_version: CONSENT_WORDING_VERSION,
    consent_at: now,
    subtotal_pence: price.subtotalPence,
    discount_pence: price.discountPence,
    total_pence: price.totalPence,
    deposit_percent: submission.isOnAccount ? 0 : rules.depositPercent,
    days_to_pay: agreed?.daysToPay ?? USUAL_DAYS_TO_PAY,
    promise_hours: agreed ? rules.promiseHours : null,
    report_days: agreed?.reportDays ?? null,
    is_on_account: submission.isOnAccount ? 1 : 0,
    needs_po: agreed?.needsPo ? 1 : 0,
    over_cap_since: isOverCap ? now : null,
    utm_parameters: JSON.stringify(tracking.utmParameters),
    session_data: JSON.stringify(tracking.sessionData),
    // Who books by telephone has been spoken with.
    awaits_contact_since: channel === "telephone" ? null : now,
    owner_id: null,
    billing_to_change_since: null,
    cancelled_on: null,
    organisation_id: organisation?.id ?? null,
    booked_by: organisation?.bookedBy ?? null,
    agreement_id: agreed?.id ?? null,
    is_closed_matter: organisation?.isClosedMatter ? 1 : 0,
    channel: channel ?? null,
    created_at: now,
    updated_at: now,
  };
}

const DAY_MS = 86_400_000;

/** The mails of a new booking; whether a reminder is still needed is checked when it is due. */
export async function enqueueBookingMails(
  deps: Deps,
  booking: Pick<BookingRow, "id" | "referrer_email" | "created_at" | "needs_po" | "po_number">,
  told: Pick<BookingRequest, "isReferrerTold" | "isCompanyTold" | "isPoChased"> = {},
): Promise<void> {
  const { isReferrerTold = true, isCompanyTold = true, isPoChased = true } = told;
  const { id: bookingId, referrer_email: to, created_at } = booking;
  const mail = { to, bookingId, payload: {} };
  const dayAfter = (days: number) => new Date(Date.parse(created_at) + days * DAY_MS).toISOString();
  const toReferrer: MailRequest[] = [
    { ...mail, topic: "booking-confirmation", dedupeKey: `booking-confirmation:${bookingId}` },
    ...currentOffer().rules.reminderDays.map((day) => ({
      ...mail,
      topic: "referral-reminder" as const,
      dedupeKey: `referral-reminder:${bookingId}:${day}`,
      payload: { day },
      notBefore: dayAfter(day),
    })),
  ];
  // After two whole working days, in the morning.
  const chasedOn = addDays(addWorkingDays(londonDate(new Date(created_at)), 2), 1);
  const chasedAt = new Date(startOfLondonDay(chasedOn).getTime() + 8 * 3_600_000).toISOString();
  const chase: MailRequest = {
    ...mail,
    topic: "po-missing",
    dedupeKey: `po-missing:${bookingId}`,
    notBefore: chasedAt,
  };
  const company = deps.settings.current().company.email;
  const toCompany: MailRequest = {
    ...mail,
    topic: "company-notice",
    to: company,
    dedupeKey: `company-notice:${bookingId}`,
  };
  const mails = [
    ...(isPoChased && lacksPo(booking) ? [chase] : []),
    ...(isReferrerTold ? toReferrer : []),
    ...(isCompanyTold ? [toCompany] : []),
  ];
  await enqueueMails(deps, mails);
}
