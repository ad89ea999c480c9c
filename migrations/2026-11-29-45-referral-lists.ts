import { sql, type Kysely } from "kysely";

/** Lists of referrals that a member uploaded. A row whose booking was made keeps no words. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable("referral_lists")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("organisation_id", "text", (c) =>
      c.notNull().references("organisations.id").onDelete("cascade"),
    )
    .addColumn("user_id", "text", (c) => c.notNull().references("users.id").onDelete("cascade"))
    .addColumn("shape_sealed", "text", (c) => c.notNull())
    .addColumn("referrer_sealed", "text")
    .addColumn("is_day_first", "integer")
    .addColumn("making_since", "text")
    .addColumn("last_made_at", "text")
    .addColumn("created_at", "text", (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex("referral_lists_organisation")
    .on("referral_lists")
    .columns(["organisation_id", "created_at"])
    .execute();
  await db.schema.createIndex("referral_lists_user").on("referral_lists").column("user_id").execute();
  await db.schema
    .createTable("referral_list_rows")
    .addColumn("list_id", "text", (c) => c.notNull().references("referral_lists.id").onDelete("cascade"))
    .addColumn("row", "integer", (c) => c.notNull())
    .addColumn("cells_sealed", "text")
    .addColumn("is_again", "integer", (c) => c.notNull().defaultTo(0))
    .addColumn("row_hash", "text")
    .addColumn("booking_id", "text", (c) => c.references("bookings.id").onDelete("cascade"))
    .addColumn("told_at", "text")
    .addPrimaryKeyConstraint("referral_list_rows_pk", ["list_id", "row"])
    .execute();
  await sql`create index referral_list_rows_hash on referral_list_rows (row_hash)
    where row_hash is not null`.execute(db);
  await sql`create index referral_list_rows_booking on referral_list_rows (booking_id)
    where booking_id is not null`.execute(db);
}
