import { londonDate } from "#app/platform/dates.ts";
import { sessionCookie, SESSION_HASH } from "#app/features/accounts/session/principal.server.ts";
import { bookingToken } from "#app/features/booking/record/guards.server.ts";
import { insertBooking } from "#app/features/booking/record/write-booking.server.ts";
import { REFERENCE_PREFIX } from "#app/features/booking/record/find-booking.server.ts";
import { foldText } from "#app/platform/fold-text.ts";
import { enqueue } from "#app/features/outbox/enqueue.server.ts";
import type { Deps } from "#app/deps.server.ts";
import type { Insertable } from "kysely";
import type { InvoiceRow } from "#app/features/billing/tables.ts";
import type { UserRow } from "#app/features/accounts/record/tables.ts";
import type { BookingLineRow, BookingRow } from "#app/features/booking/fields/tables.ts";

type FactoryDeps = Pick<Deps, "db" | "ids" | "clock" | "secrets" | "env">;
type Line = Pick<BookingLineRow, "assessment_id" | "name" | "price_pence">;

const PROPERTY_FINANCE: Line = {
  assessment_id: "property-finance",
  name: "Property and Finance Capacity Assessment",
  price_pence: 59_500,
};

/** A booking as after the wizard: face-to-face, one assessment, pending. Returns it with its token. */
export async function createBooking(
  deps: FactoryDeps,
  overrides: Partial<BookingRow> = {},
  lines: Line[] = [PROPERTY_FINANCE],
): Promise<BookingRow & { token: string }> {
  const now = deps.clock.now().toISOString();
  const subtotal = lines.reduce((sum, line) => sum + (line.price_pence ?? 0), 0);
  const row: BookingRow = {
    id: deps.ids.uuid(),
    reference: deps.ids.reference(REFERENCE_PREFIX),
    draft_id: null,
    status: "pending",
    version: 1,
    token_version: 1,
    invoice_link_version: 1,
    old_link_version: null,
    old_link_until: null,
    is_virtual: 0,
    other_details_sealed: null,
    referrer_first_name: "Joanna",
    referrer_last_name: "Reeve",
    referrer_email: "Joanna.Reeve@example.org",
    referrer_email_key: "joanna.reeve@example.org",
    referrer_phone: "7700900123",
    referrer_phone_as_typed: "07700 900123",
    referrer_country_code: "+44",
    referrer_relationship: "Daughter",
    referrer_professional_capacity: null,
    referrer_custom_role: null,
    referrer_organisation: null,
    assessment_location: "Leeds",
    preferred_date: null,
    allow_weekends: 0,
    prefer_earlier_date: 0,
    payment_method: "pay_later",
    client_first_name: null,
    client_last_name: null,
    client_details_sealed: null,
    consent_email: 0,
    consent_whatsapp: 0,
    consent_updates: 0,
    consent_privacy_policy: 1,
    // A visit may be on any day.
    start_requested: 1,
    consent_wording_version: "2026-11",
    consent_at: now,
    subtotal_pence: subtotal,
    discount_pence: 0,
    total_pence: subtotal,
    deposit_percent: 50,
    days_to_pay: 30,
    promise_hours: null,
    report_days: null,
    is_on_account: 0,
    needs_po: 0,
    over_cap_since: null,
    utm_parameters: "{}",
    session_data: "{}",
    awaits_contact_since:
      (overrides.status ?? "pending") === "pending" ? (overrides.created_at ?? now) : null,
    owner_id: null,
    po_number: null,
    matter_reference: null,
    billing_name_sealed: null,
    billing_address_sealed: null,
    billing_email_sealed: null,
    billing_to_change_since: null,
    cancelled_on: overrides.status === "cancelled" ? londonDate(new Date(now)) : null,
    channel: null,
    organisation_id: null,
    booked_by: null,
    agreement_id: null,
    is_closed_matter: 0,
    created_at: now,
    updated_at: now,
    ...overrides,
  };
  await insertBooking(deps.db, deps, row);
  if (lines.length > 0) {
    await deps.db
      .insertInto("booking_lines")
      .values(lines.map((line, position) => ({ ...line, booking_id: row.id, position })))
      .execute();
  }
  return { ...row, token: bookingToken(deps, row) };
}

/** An invoice as it was made, due on 9 April 2027, and not read back yet. */
export async function createInvoiceRow(
  deps: FactoryDeps,
  booking: Pick<BookingRow, "id" | "total_pence">,
  overrides: Partial<Insertable<InvoiceRow>> = {},
): Promise<void> {
  const id = deps.ids.uuid();
  const row: Insertable<InvoiceRow> = {
    id,
    booking_id: booking.id,
    kind: "full",
    vendor_id: id,
    number: "INV-0001",
    online_url: "https://pay.example/1",
    amount_pence: booking.total_pence,
    issued_on: "2027-03-10",
    due_on: "2027-04-09",
    created_at: deps.clock.now().toISOString(),
    vendor_total_pence: null,
    vendor_due_on: null,
    paid_pence: null,
    credited_pence: null,
    paid_on: null,
    read_at: null,
    ...overrides,
  };
  await deps.db.insertInto("invoices").values(row).execute();
}

/** An active user. The default password hash matches no password. */
export async function createUser(deps: FactoryDeps, overrides: Partial<UserRow> = {}): Promise<UserRow> {
  const now = deps.clock.now().toISOString();
  const email = overrides.email ?? `user-${deps.ids.uuid()}@example.org`;
  const id = overrides.id ?? deps.ids.uuid();
  const isUnconfirmed =
    overrides.email_confirmed_at === null && (overrides.role_id ?? "customer") === "customer";
  const row: UserRow = {
    id,
    email,
    email_key: isUnconfirmed ? `unconfirmed:${id}` : email.toLowerCase(),
    unconfirmed_email_key: isUnconfirmed ? email.toLowerCase() : null,
    first_name: "Sam",
    last_name: "Okafor",
    search_text: foldText(`${overrides.first_name ?? "Sam"} ${overrides.last_name ?? "Okafor"} ${email}`),
    role_id: "customer",
    password_hash: "none",
    is_password_temporary: 0,
    email_confirmed_at: now,
    is_active: 1,
    sees_concerns: 0,
    handles_money: 0,
    reviews_reports: 0,
    totp_secret_sealed: null,
    totp_enabled_at: null,
    created_at: now,
    updated_at: now,
    version: 1,
    ...overrides,
  };
  await deps.db.insertInto("users").values(row).execute();
  return row;
}

/** Returns the bearer secret and the `Cookie` header of a signed-in browser. */
export async function signInAs(
  deps: FactoryDeps,
  user: Pick<UserRow, "id">,
): Promise<{ bearer: string; cookie: string }> {
  const secret = deps.ids.random256();
  const now = deps.clock.now();
  await deps.db
    .insertInto("sessions")
    .values({
      id: deps.secrets.hash(secret, SESSION_HASH),
      user_id: user.id,
      created_at: now.toISOString(),
      last_seen_at: now.toISOString(),
      expires_at: new Date(now.getTime() + 8 * 3_600_000).toISOString(),
      device_label: "Test browser",
    })
    .execute();
  const header = sessionCookie(deps).serialize(secret);
  return { bearer: secret, cookie: header.split(";")[0]! };
}

/** A mail waiting in the outbox. */
export async function createJob(deps: FactoryDeps, dedupeKey: string): Promise<void> {
  await enqueue(deps, { kind: "mail", topic: "booking-received", dedupeKey, payload: {} });
}
