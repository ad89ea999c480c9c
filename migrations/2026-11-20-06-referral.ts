import type { Kysely } from "kysely";

/** Referral forms: one per booking, one row per section. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable("referral_forms")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("booking_id", "text", (c) =>
      c.notNull().unique().references("bookings.id").onDelete("cascade"),
    )
    .addColumn("revision", "integer", (c) => c.notNull())
    .addColumn("submitted_at", "text")
    .addColumn("created_at", "text", (c) => c.notNull())
    .addColumn("updated_at", "text", (c) => c.notNull())
    .execute();
  await db.schema
    .createTable("referral_sections")
    .addColumn("form_id", "text", (c) => c.notNull().references("referral_forms.id").onDelete("cascade"))
    .addColumn("section", "text", (c) => c.notNull())
    .addColumn("version", "integer", (c) => c.notNull())
    .addColumn("answers_sealed", "text", (c) => c.notNull())
    .addColumn("updated_at", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("referral_sections_pk", ["form_id", "section"])
    .execute();
}
