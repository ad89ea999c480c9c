import { sql, type Kysely } from "kysely";

/** Agreements with organisations, and what a booking keeps of the one under which it was made. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable("organisation_agreements")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("organisation_id", "text", (c) =>
      c.notNull().references("organisations.id").onDelete("cascade"),
    )
    .addColumn("valid_from", "text", (c) => c.notNull())
    .addColumn("valid_until", "text")
    .addColumn("reference", "text", (c) => c.notNull())
    .addColumn("terms_json", "text", (c) => c.notNull())
    .addColumn("created_by", "text")
    .addColumn("created_at", "text", (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex("organisation_agreements_days")
    .on("organisation_agreements")
    .columns(["organisation_id", "valid_from"])
    .unique()
    .execute();
  const bookings = db.schema.alterTable("bookings");
  await bookings.addColumn("days_to_pay", "integer", (c) => c.notNull().defaultTo(30)).execute();
  await bookings.addColumn("promise_hours", "integer").execute();
  await bookings.addColumn("is_on_account", "integer", (c) => c.notNull().defaultTo(0)).execute();
  await bookings.addColumn("needs_po", "integer", (c) => c.notNull().defaultTo(0)).execute();
  await bookings.addColumn("over_cap_since", "text").execute();
  await sql`create index bookings_agreement on bookings (agreement_id) where agreement_id is not null`.execute(
    db,
  );
  await sql`create index bookings_over_cap on bookings (over_cap_since) where over_cap_since is not null`.execute(
    db,
  );
}
