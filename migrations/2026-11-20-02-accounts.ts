import type { Kysely } from "kysely";

/** Roles, users, sessions, and the bookings that a customer was given. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable("roles")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("name", "text", (c) => c.notNull().unique())
    .addColumn("description", "text", (c) => c.notNull())
    .execute();
  await (db as unknown as Kysely<{ roles: { id: string; name: string; description: string } }>)
    .insertInto("roles")
    .values([
      { id: "administrator", name: "Administrator", description: "Everything, users and privacy included" },
      { id: "coordinator", name: "Coordinator", description: "Bookings and booking links" },
      { id: "customer", name: "Customer", description: "Their own bookings and referrals" },
    ])
    .execute();

  await db.schema
    .createTable("users")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("email", "text", (c) => c.notNull())
    .addColumn("email_key", "text", (c) => c.notNull().unique())
    .addColumn("first_name", "text")
    .addColumn("last_name", "text")
    .addColumn("role_id", "text", (c) => c.notNull().references("roles.id"))
    .addColumn("password_hash", "text", (c) => c.notNull())
    .addColumn("is_password_temporary", "integer", (c) => c.notNull())
    .addColumn("email_confirmed_at", "text")
    .addColumn("is_active", "integer", (c) => c.notNull())
    .addColumn("totp_secret_sealed", "text")
    .addColumn("totp_enabled_at", "text")
    .addColumn("created_at", "text", (c) => c.notNull())
    .addColumn("updated_at", "text", (c) => c.notNull())
    .execute();

  await db.schema
    .createTable("sessions")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("user_id", "text", (c) => c.notNull().references("users.id").onDelete("cascade"))
    .addColumn("created_at", "text", (c) => c.notNull())
    .addColumn("last_seen_at", "text", (c) => c.notNull())
    .addColumn("expires_at", "text", (c) => c.notNull())
    .addColumn("device_label", "text", (c) => c.notNull())
    .execute();
  await db.schema.createIndex("sessions_user").on("sessions").column("user_id").execute();
  await db.schema.createIndex("sessions_expiry").on("sessions").column("expires_at").execute();

  await db.schema
    .createTable("customer_bookings")
    .addColumn("user_id", "text", (c) => c.notNull().references("users.id").onDelete("cascade"))
    .addColumn("booking_id", "text", (c) => c.notNull().references("bookings.id").onDelete("cascade"))
    .addColumn("linked_at", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("customer_bookings_pk", ["user_id", "booking_id"])
    .execute();
  await db.schema
    .createIndex("customer_bookings_booking")
    .on("customer_bookings")
    .column("booking_id")
    .execute();
}
