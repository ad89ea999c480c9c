import type { Kysely } from "kysely";

/** Those who are asked to fill in a part of a referral, and what they wrote. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable("contributions")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("booking_id", "text", (c) => c.notNull().references("bookings.id").onDelete("cascade"))
    .addColumn("part_keys", "text", (c) => c.notNull())
    .addColumn("role", "text", (c) => c.notNull())
    .addColumn("details_sealed", "text", (c) => c.notNull())
    .addColumn("email_hash", "text")
    .addColumn("can_see_answers", "integer", (c) => c.notNull())
    .addColumn("basis", "text", (c) => c.notNull())
    .addColumn("token_version", "integer", (c) => c.notNull())
    .addColumn("state", "text", (c) => c.notNull())
    .addColumn("asked_by_kind", "text", (c) => c.notNull())
    .addColumn("asked_by_id", "text")
    .addColumn("asked_at", "text", (c) => c.notNull())
    .addColumn("until_on", "text", (c) => c.notNull())
    .addColumn("opened_at", "text")
    .addColumn("sent_at", "text")
    .addColumn("decided_at", "text")
    .addColumn("late_at", "text")
    .addColumn("reply_sealed", "text")
    .addColumn("fee_at", "text")
    .addColumn("birth_doubted_at", "text")
    .addColumn("reopen_asked_at", "text")
    .addColumn("tries", "integer", (c) => c.notNull())
    .addColumn("locked_until", "text")
    .addColumn("reminders", "integer", (c) => c.notNull())
    .addColumn("reminded_at", "text")
    .addColumn("name_hash", "text", (c) => c.notNull())
    .addColumn("birth_hash", "text", (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex("contributions_booking")
    .on("contributions")
    .columns(["booking_id", "asked_at", "id"])
    .execute();
  await db.schema.createIndex("contributions_email").on("contributions").columns(["email_hash"]).execute();
  await db.schema
    .createIndex("contributions_open")
    .on("contributions")
    .columns(["state", "until_on", "id"])
    .execute();
  await db.schema
    .createTable("contribution_parts")
    .addColumn("contribution_id", "text", (c) =>
      c.notNull().references("contributions.id").onDelete("cascade"),
    )
    .addColumn("part_key", "text", (c) => c.notNull())
    .addColumn("version", "integer", (c) => c.notNull())
    .addColumn("answers_sealed", "text", (c) => c.notNull())
    .addColumn("save_hash", "text")
    .addColumn("saved_by_kind", "text", (c) => c.notNull())
    .addColumn("updated_at", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("contribution_parts_key", ["contribution_id", "part_key"])
    .execute();
}
