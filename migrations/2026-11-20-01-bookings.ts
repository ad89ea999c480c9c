import type { Kysely } from "kysely";

/** Drafts, bookings, the outbox, the audit log and what guards requests. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable("drafts")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("visitor_hash", "text", (c) => c.notNull())
    .addColumn("answers_sealed", "text", (c) => c.notNull())
    .addColumn("tracking", "text", (c) => c.notNull())
    .addColumn("created_at", "text", (c) => c.notNull())
    .addColumn("updated_at", "text", (c) => c.notNull())
    .addColumn("expires_at", "text", (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex("drafts_visitor")
    .on("drafts")
    .columns(["visitor_hash", "updated_at"])
    .execute();
  await db.schema.createIndex("drafts_expiry").on("drafts").column("expires_at").execute();

  await db.schema
    .createTable("bookings")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("reference", "text", (c) => c.notNull().unique())
    .addColumn("draft_id", "text", (c) => c.unique())
    .addColumn("status", "text", (c) => c.notNull())
    .addColumn("version", "integer", (c) => c.notNull())
    .addColumn("token_version", "integer", (c) => c.notNull())
    .addColumn("is_virtual", "integer", (c) => c.notNull())
    .addColumn("other_details_sealed", "text")
    .addColumn("referrer_first_name", "text", (c) => c.notNull())
    .addColumn("referrer_last_name", "text", (c) => c.notNull())
    .addColumn("referrer_email", "text", (c) => c.notNull())
    .addColumn("referrer_email_key", "text", (c) => c.notNull())
    .addColumn("referrer_phone", "text", (c) => c.notNull())
    .addColumn("referrer_phone_as_typed", "text", (c) => c.notNull())
    .addColumn("referrer_country_code", "text", (c) => c.notNull())
    .addColumn("referrer_relationship", "text", (c) => c.notNull())
    .addColumn("referrer_professional_capacity", "text")
    .addColumn("referrer_custom_role", "text")
    .addColumn("referrer_organisation", "text")
    .addColumn("assessment_location", "text")
    .addColumn("preferred_date", "text")
    .addColumn("allow_weekends", "integer", (c) => c.notNull())
    .addColumn("prefer_earlier_date", "integer", (c) => c.notNull())
    .addColumn("payment_method", "text", (c) => c.notNull())
    .addColumn("client_first_name", "text")
    .addColumn("client_last_name", "text")
    .addColumn("client_details_sealed", "text")
    .addColumn("consent_email", "integer", (c) => c.notNull())
    .addColumn("consent_whatsapp", "integer", (c) => c.notNull())
    .addColumn("consent_updates", "integer", (c) => c.notNull())
    .addColumn("consent_privacy_policy", "integer", (c) => c.notNull())
    .addColumn("consent_wording_version", "text", (c) => c.notNull())
    .addColumn("consent_at", "text", (c) => c.notNull())
    .addColumn("subtotal_pence", "integer", (c) => c.notNull())
    .addColumn("discount_pence", "integer", (c) => c.notNull())
    .addColumn("total_pence", "integer", (c) => c.notNull())
    .addColumn("utm_parameters", "text", (c) => c.notNull())
    .addColumn("session_data", "text", (c) => c.notNull())
    .addColumn("created_at", "text", (c) => c.notNull())
    .addColumn("updated_at", "text", (c) => c.notNull())
    .execute();
  await db.schema.createIndex("bookings_created").on("bookings").columns(["created_at", "id"]).execute();
  await db.schema
    .createIndex("bookings_status")
    .on("bookings")
    .columns(["status", "created_at", "id"])
    .execute();
  await db.schema
    .createIndex("bookings_referrer")
    .on("bookings")
    .columns(["referrer_email_key", "created_at"])
    .execute();

  await db.schema
    .createTable("booking_lines")
    .addColumn("booking_id", "text", (c) => c.notNull().references("bookings.id").onDelete("cascade"))
    .addColumn("position", "integer", (c) => c.notNull())
    .addColumn("assessment_id", "text", (c) => c.notNull())
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("price_pence", "integer")
    .addPrimaryKeyConstraint("booking_lines_pk", ["booking_id", "position"])
    .execute();

  await db.schema
    .createTable("outbox")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("topic", "text", (c) => c.notNull())
    .addColumn("dedupe_key", "text", (c) => c.notNull().unique())
    .addColumn("booking_id", "text", (c) => c.references("bookings.id").onDelete("cascade"))
    .addColumn("recipient", "text")
    .addColumn("payload_sealed", "text", (c) => c.notNull())
    .addColumn("state", "text", (c) => c.notNull())
    .addColumn("attempts", "integer", (c) => c.notNull())
    .addColumn("next_attempt_at", "text", (c) => c.notNull())
    .addColumn("leased_by", "text")
    .addColumn("leased_until", "text")
    .addColumn("last_error", "text")
    .addColumn("vendor_id", "text")
    .addColumn("created_at", "text", (c) => c.notNull())
    .addColumn("finished_at", "text")
    .execute();
  await db.schema.createIndex("outbox_due").on("outbox").columns(["state", "next_attempt_at"]).execute();
  await db.schema.createIndex("outbox_booking").on("outbox").columns(["booking_id", "created_at"]).execute();

  await db.schema
    .createTable("audit_log")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("at", "text", (c) => c.notNull())
    .addColumn("actor_kind", "text", (c) => c.notNull())
    .addColumn("actor_id", "text")
    .addColumn("action", "text", (c) => c.notNull())
    .addColumn("subject_kind", "text", (c) => c.notNull())
    .addColumn("subject_id", "text", (c) => c.notNull())
    .addColumn("changed_fields", "text", (c) => c.notNull())
    .addColumn("note", "text")
    .addColumn("request_id", "text")
    .execute();
  await db.schema
    .createIndex("audit_subject")
    .on("audit_log")
    .columns(["subject_kind", "subject_id", "at"])
    .execute();

  await db.schema
    .createTable("idempotency_keys")
    .addColumn("scope", "text", (c) => c.notNull())
    .addColumn("key_hash", "text", (c) => c.notNull())
    .addColumn("body_hash", "text", (c) => c.notNull())
    .addColumn("booking_id", "text", (c) => c.notNull().references("bookings.id").onDelete("cascade"))
    .addColumn("created_at", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("idempotency_keys_pk", ["scope", "key_hash"])
    .execute();

  await db.schema
    .createTable("rate_limits")
    .addColumn("key", "text", (c) => c.primaryKey())
    .addColumn("window_start", "text", (c) => c.notNull())
    .addColumn("count", "integer", (c) => c.notNull())
    .execute();
}
