/**
 * The shape of every table. Instants are UTC ISO strings, booleans 0 or 1, money whole pence, ids UUIDv7 unless said
 * otherwise; `…_sealed` columns hold text encrypted by `Secrets.encrypt` (DESIGN decisions 29 and 30).
 */
export type Flag = 0 | 1;

/** A wizard draft, one per browser tab. */
export type DraftRow = {
  /** 128 random bits; travels in the URL. */
  id: string;
  /** Keyed hash of the visitor cookie that owns the draft. */
  visitor_hash: string;
  /** Keyed hash of the address that made the draft, for limits; empty for drafts older than they are. */
  client_hash: string;
  /** JSON of the answers so far. */
  answers_sealed: string;
  /** 1 once step 1 was valid: such a draft is never dropped before it expires. */
  is_answered: Flag;
  /** JSON of UTM parameters and the rest of the tracking context. */
  tracking: string;
  created_at: string;
  updated_at: string;
  expires_at: string;
};

export type BookingStatus = "pending" | "confirmed" | "completed" | "cancelled";

export type BookingRow = {
  id: string;
  reference: string;
  /** The draft it was made from; null when made through the API. UNIQUE: a draft becomes at most one booking. */
  draft_id: string | null;
  status: BookingStatus;
  /** Raised by every change: compare-and-swap for two people at once. */
  version: number;
  /** Raising it revokes every access token of this booking. */
  token_version: number;
  is_virtual: Flag;
  other_details_sealed: string | null;
  referrer_first_name: string;
  referrer_last_name: string;
  referrer_email: string;
  /** Lower-cased: what customer accounts and searches match. */
  referrer_email_key: string;
  /** Normalised national digits, `7700900123`. */
  referrer_phone: string;
  referrer_phone_as_typed: string;
  referrer_country_code: string;
  referrer_relationship: string;
  referrer_professional_capacity: string | null;
  referrer_custom_role: string | null;
  referrer_organisation: string | null;
  assessment_location: string | null;
  preferred_date: string | null;
  allow_weekends: Flag;
  prefer_earlier_date: Flag;
  payment_method: "pay_now" | "pay_later";
  client_first_name: string | null;
  client_last_name: string | null;
  /** JSON `ClientDetails`: title, gender, date of birth, phone and address. */
  client_details_sealed: string | null;
  consent_email: Flag;
  consent_whatsapp: Flag;
  consent_updates: Flag;
  consent_privacy_policy: Flag;
  consent_wording_version: string;
  consent_at: string;
  subtotal_pence: number;
  discount_pence: number;
  total_pence: number;
  /** JSON object whose keys start `utm_`. */
  utm_parameters: string;
  /** JSON object of at most 4 KB. */
  session_data: string;
  /** The instant from which staff owe the referrer a contact, within 24 hours of it; null when none is owed. */
  awaits_contact_since: string | null;
  /** The member of staff who looks after it. */
  owner_id: string | null;
  created_at: string;
  updated_at: string;
};

/** What was booked, as it was priced on that day. */
export type BookingLineRow = {
  booking_id: string;
  position: number;
  assessment_id: string;
  name: string;
  /** Null for price on request. */
  price_pence: number | null;
};

/** A folded word of a booking (`search-words.ts`), by whose beginning it is found. */
export type BookingSearchWordRow = { word: string; booking_id: string };

/** How many bookings were made on a London day that have a status now, and what they are worth. */
export type BookingTotalRow = {
  day: string;
  status: BookingStatus;
  booking_count: number;
  revenue_pence: number;
};

/** Old and new texts of fields that staff changed, beside the audit row that names them. */
export type BookingChangeRow = {
  audit_id: string;
  booking_id: string;
  /** JSON `FieldChange[]`. */
  changes_sealed: string;
};

/** A contact of staff with a referrer, or an attempt at one. */
export type BookingContactRow = {
  id: string;
  booking_id: string;
  at: string;
  outcome: "spoke" | "no-answer" | "waiting";
  /** The London day on which the next contact is due. */
  next_day: string | null;
  note_sealed: string | null;
  user_id: string | null;
};

export type OutboxState = "queued" | "leased" | "sent" | "failed" | "cancelled";

/** Work for the world outside, written in the transaction that promises it (DESIGN decision 26). */
export type OutboxRow = {
  id: string;
  kind: "mail" | "invoice";
  /** Mail template or job name. */
  topic: string;
  /** A second row with the same key is refused: the promise was already written. */
  dedupe_key: string;
  booking_id: string | null;
  recipient: string | null;
  /** JSON of what the topic needs. */
  payload_sealed: string;
  state: OutboxState;
  attempts: number;
  next_attempt_at: string;
  leased_by: string | null;
  leased_until: string | null;
  last_error: string | null;
  /** The vendor's own id of the message or invoice. */
  vendor_id: string | null;
  created_at: string;
  finished_at: string | null;
  /** Begins the four hours within which a job is tried; staff's Retry empties it. */
  first_attempt_at: string | null;
  /** What the mail vendor reported afterwards. */
  delivery: "delivered" | "bounced" | "spam-complaint" | null;
  delivery_at: string | null;
  /** What the mail's calendar file says: a confirmed day, or `cancelled`; null without one. */
  calendar_entry: string | null;
};

/** An invoice in the accounting system, at most one for a booking. */
export type InvoiceRow = {
  id: string;
  booking_id: string;
  kind: "full" | "deposit";
  /** The accounting system's own id. */
  vendor_id: string;
  /** Its number there, for people; null for those made before we kept it. */
  number: string | null;
  /** Where it can be seen and paid. */
  online_url: string | null;
  amount_pence: number;
  /** London days. */
  issued_on: string;
  due_on: string;
  created_at: string;
};

/** A booking whose referrer wants no more reminders of the referral forms. */
export type ReminderOptOutRow = { booking_id: string; opted_out_at: string };

/** Append-only: who did what, when, on which record; names of changed fields, never their values. */
export type AuditRow = {
  id: string;
  at: string;
  actor_kind: "visitor" | "customer" | "staff" | "system";
  actor_id: string | null;
  action: string;
  subject_kind: string;
  subject_id: string;
  /** JSON array of field names. */
  changed_fields: string;
  /** A reason or a note by staff; never personal data. */
  note: string | null;
  request_id: string | null;
};

export type IdempotencyRow = {
  scope: string;
  key_hash: string;
  body_hash: string;
  booking_id: string;
  created_at: string;
};

/** A fixed-window counter. */
export type RateLimitRow = { key: string; window_start: string; count: number };

/** A form that was sent, so that the same one is answered once. */
export type FormAnswerRow = {
  /** Keyed hash of the form key, the path and the fields. */
  key_hash: string;
  claimed_at: string;
  /** JSON of the answer; null while the first request is under way. */
  answer_sealed: string | null;
};

export type RoleRow = { id: string; name: string; description: string };

export type UserRow = {
  id: string;
  email: string;
  /** The lower-cased address, UNIQUE; a placeholder while a customer has not confirmed theirs. */
  email_key: string;
  /** The lower-cased address of a customer who has not confirmed it: several may claim one. Null once it is confirmed. */
  unconfirmed_email_key: string | null;
  first_name: string | null;
  last_name: string | null;
  /** Names and address, folded (`foldText`), to be searched by staff. */
  search_text: string;
  role_id: string;
  /** argon2id in PHC form. */
  password_hash: string;
  /** 1 while the password was set by somebody else: it must be changed at the first sign-in. */
  is_password_temporary: Flag;
  email_confirmed_at: string | null;
  is_active: Flag;
  totp_secret_sealed: string | null;
  totp_enabled_at: string | null;
  created_at: string;
  updated_at: string;
};

export type SessionRow = {
  /** Keyed hash of the secret that the cookie or the bearer token carries. */
  id: string;
  user_id: string;
  created_at: string;
  last_seen_at: string;
  expires_at: string;
  /** Browser and system in words, for the owner's list of sessions. */
  device_label: string;
};

/** A booking that a customer may see beside those on which they are the referrer with a confirmed address. */
export type CustomerBookingRow = { user_id: string; booking_id: string; linked_at: string };

/** A sign-in whose password was right and that needs one thing more; one live one per user. */
export type SignInRow = {
  /** 256 random bits: the handle that the sign-in cookie and the API's `userId` carry. */
  id: string;
  /** Null for a decoy, made for an e-mail that has no sign-in under way. */
  user_id: string | null;
  /** Keyed hash of the address from which it began: only from there can a code be asked for by e-mail alone. */
  client_hash: string;
  needs: "code" | "two-factor";
  code_hash: string | null;
  code_expires_at: string | null;
  /** Codes tried; raised before a code is looked at. */
  tries: number;
  /** Keyed hash of the temporary token, once the second factor was given. */
  token_hash: string | null;
  created_at: string;
  expires_at: string;
};

/** A browser in which a user signed in before. */
export type KnownDeviceRow = {
  /** Keyed hash of the device cookie's secret. */
  device_hash: string;
  user_id: string;
  /** 1 when a second factor was given in it: no code is e-mailed until it expires. */
  is_trusted: Flag;
  device_label: string;
  /** Keyed hash of the browser's fingerprint: a hint for the audit log, never proof. */
  fingerprint_hash: string | null;
  created_at: string;
  last_used_at: string;
  expires_at: string;
};

/** A secret that a mailed link carries. */
export type AccountTokenRow = {
  token_hash: string;
  /** Null for a decoy: asking for an unknown e-mail does the same work. */
  user_id: string | null;
  purpose: "password-reset" | "confirm-email";
  created_at: string;
  expires_at: string;
  used_at: string | null;
};

export type RecoveryCodeRow = { user_id: string; code_hash: string; used_at: string | null };

/** A time step whose authentication code was used: it never works again. */
export type UsedTotpStepRow = { user_id: string; step: number };

/** One referral form per booking. */
export type ReferralFormRow = {
  id: string;
  /** UNIQUE. */
  booking_id: string;
  /** How often the form was submitted with something new. */
  revision: number;
  /** The last time it was. */
  submitted_at: string | null;
  created_at: string;
  updated_at: string;
};

/** One section of a referral form, from its first save on. */
export type ReferralSectionRow = {
  form_id: string;
  /** Its key in the API: `personalDetails`, … */
  section: string;
  /** Raised by every change: a save that is based on another version is stale. */
  version: number;
  /** JSON of the answers by field name. */
  answers_sealed: string;
  updated_at: string;
  /** The save that wrote this version, hashed; null for one of a program. */
  save_hash: string | null;
};

/** A person whose data an Administrator looked into: by e-mail address, or as the client of one booking. */
export type PrivacyCaseRow = {
  id: string;
  /** Lower-cased; null for a booking's client, and once the person was erased. */
  email_key: string | null;
  booking_id: string | null;
  opened_at: string;
  /** A user's id. */
  opened_by: string;
};

/** A restriction of processing or a legal hold, until it is lifted. */
export type PrivacyMarkRow = {
  id: string;
  kind: "restriction" | "legal-hold";
  email_key: string | null;
  booking_id: string | null;
  reason: string;
  placed_at: string;
  placed_by: string;
  lifted_at: string | null;
  lifted_by: string | null;
};

/** A record that was erased: erased again when a restored backup brings it back. It names nobody. */
export type TombstoneRow = { record_id: string; kind: "booking" | "user"; erased_at: string };

/** A complaint about how personal data was used. */
export type ComplaintRow = {
  id: string;
  /** Can be read out on the phone. UNIQUE. */
  reference: string;
  email_key: string;
  /** JSON `ComplaintDetails`. */
  details_sealed: string;
  state: "received" | "acknowledged" | "answered";
  created_at: string;
  updated_at: string;
};

/** A key with which data was written: see `data-keys.server.ts`. */
export type DataKeyRow = { position: number; key_id: string };

export type Tables = {
  data_keys: DataKeyRow;
  drafts: DraftRow;
  bookings: BookingRow;
  booking_lines: BookingLineRow;
  booking_contacts: BookingContactRow;
  booking_search_words: BookingSearchWordRow;
  booking_totals: BookingTotalRow;
  booking_changes: BookingChangeRow;
  outbox: OutboxRow;
  audit_log: AuditRow;
  idempotency_keys: IdempotencyRow;
  rate_limits: RateLimitRow;
  form_answers: FormAnswerRow;
  roles: RoleRow;
  users: UserRow;
  sessions: SessionRow;
  customer_bookings: CustomerBookingRow;
  invoices: InvoiceRow;
  reminder_opt_outs: ReminderOptOutRow;
  sign_ins: SignInRow;
  known_devices: KnownDeviceRow;
  account_tokens: AccountTokenRow;
  recovery_codes: RecoveryCodeRow;
  used_totp_steps: UsedTotpStepRow;
  referral_forms: ReferralFormRow;
  referral_sections: ReferralSectionRow;
  privacy_cases: PrivacyCaseRow;
  privacy_marks: PrivacyMarkRow;
  tombstones: TombstoneRow;
  complaints: ComplaintRow;
};
