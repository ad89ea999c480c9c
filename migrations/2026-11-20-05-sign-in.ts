import type { Kysely } from "kysely";

/** Sign-ins under way, devices that were seen before, links sent by mail and recovery codes. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable("sign_ins")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("user_id", "text", (c) => c.references("users.id").onDelete("cascade"))
    .addColumn("client_hash", "text", (c) => c.notNull())
    .addColumn("needs", "text", (c) => c.notNull())
    .addColumn("code_hash", "text")
    .addColumn("code_expires_at", "text")
    .addColumn("tries", "integer", (c) => c.notNull())
    .addColumn("token_hash", "text", (c) => c.unique())
    .addColumn("created_at", "text", (c) => c.notNull())
    .addColumn("expires_at", "text", (c) => c.notNull())
    .execute();
  await db.schema.createIndex("sign_ins_user").on("sign_ins").column("user_id").execute();
  await db.schema.createIndex("sign_ins_expiry").on("sign_ins").column("expires_at").execute();

  await db.schema
    .createTable("known_devices")
    .addColumn("device_hash", "text", (c) => c.notNull())
    .addColumn("user_id", "text", (c) => c.notNull().references("users.id").onDelete("cascade"))
    .addColumn("is_trusted", "integer", (c) => c.notNull())
    .addColumn("device_label", "text", (c) => c.notNull())
    .addColumn("fingerprint_hash", "text")
    .addColumn("created_at", "text", (c) => c.notNull())
    .addColumn("last_used_at", "text", (c) => c.notNull())
    .addColumn("expires_at", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("known_devices_pk", ["user_id", "device_hash"])
    .execute();
  await db.schema.createIndex("known_devices_expiry").on("known_devices").column("expires_at").execute();

  await db.schema
    .createTable("account_tokens")
    .addColumn("token_hash", "text", (c) => c.primaryKey())
    .addColumn("user_id", "text", (c) => c.references("users.id").onDelete("cascade"))
    .addColumn("purpose", "text", (c) => c.notNull())
    .addColumn("created_at", "text", (c) => c.notNull())
    .addColumn("expires_at", "text", (c) => c.notNull())
    .addColumn("used_at", "text")
    .execute();
  await db.schema.createIndex("account_tokens_user").on("account_tokens").column("user_id").execute();
  await db.schema.createIndex("account_tokens_expiry").on("account_tokens").column("expires_at").execute();

  await db.schema
    .createTable("recovery_codes")
    .addColumn("user_id", "text", (c) => c.notNull().references("users.id").onDelete("cascade"))
    .addColumn("code_hash", "text", (c) => c.notNull())
    .addColumn("used_at", "text")
    .addPrimaryKeyConstraint("recovery_codes_pk", ["user_id", "code_hash"])
    .execute();

  await db.schema
    .createTable("used_totp_steps")
    .addColumn("user_id", "text", (c) => c.notNull().references("users.id").onDelete("cascade"))
    .addColumn("step", "integer", (c) => c.notNull())
    .addPrimaryKeyConstraint("used_totp_steps_pk", ["user_id", "step"])
    .execute();
}
