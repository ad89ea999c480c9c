import { sql, type Kysely } from "kysely";

/** Organisations, their members, and which bookings are theirs. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable("organisations")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("details_sealed", "text")
    .addColumn("team_sees_all", "integer", (c) => c.notNull())
    .addColumn("closed_at", "text")
    .addColumn("created_at", "text", (c) => c.notNull())
    .addColumn("updated_at", "text", (c) => c.notNull())
    .addColumn("version", "integer", (c) => c.notNull())
    .execute();
  await db.schema
    .createTable("memberships")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("organisation_id", "text", (c) =>
      c.notNull().references("organisations.id").onDelete("cascade"),
    )
    .addColumn("user_id", "text", (c) => c.references("users.id").onDelete("cascade"))
    .addColumn("email_key", "text", (c) => c.notNull())
    .addColumn("role", "text", (c) => c.notNull())
    .addColumn("state", "text", (c) => c.notNull())
    .addColumn("invited_by", "text")
    .addColumn("invited_at", "text", (c) => c.notNull())
    .addColumn("joined_at", "text")
    .addColumn("version", "integer", (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex("memberships_address")
    .on("memberships")
    .columns(["organisation_id", "email_key"])
    .unique()
    .execute();
  await db.schema.createIndex("memberships_user").on("memberships").column("user_id").execute();
  await db.schema
    .createTable("booking_members")
    .addColumn("booking_id", "text", (c) => c.notNull().references("bookings.id").onDelete("cascade"))
    .addColumn("user_id", "text", (c) => c.notNull().references("users.id").onDelete("cascade"))
    .addColumn("added_at", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("booking_members_pk", ["booking_id", "user_id"])
    .execute();
  await db.schema.createIndex("booking_members_user").on("booking_members").column("user_id").execute();
  await db.schema
    .alterTable("bookings")
    .addColumn("organisation_id", "text", (c) => c.references("organisations.id").onDelete("set null"))
    .execute();
  await db.schema.alterTable("bookings").addColumn("booked_by", "text").execute();
  await db.schema.alterTable("bookings").addColumn("agreement_id", "text").execute();
  await db.schema
    .alterTable("bookings")
    .addColumn("is_closed_matter", "integer", (c) => c.notNull().defaultTo(0))
    .execute();
  await sql`create index bookings_organisation on bookings (organisation_id, created_at)
    where organisation_id is not null`.execute(db);
  await db.schema.alterTable("drafts").addColumn("organisation_id", "text").execute();
}
