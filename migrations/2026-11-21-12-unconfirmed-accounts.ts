import { sql, type Kysely } from "kysely";

/**
 * A customer whose address is not confirmed no longer occupies it: `email_key` holds a placeholder, and the address stands
 * in `unconfirmed_email_key`.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable("users").addColumn("unconfirmed_email_key", "text").execute();
  await db.schema
    .createIndex("users_unconfirmed_email")
    .on("users")
    .column("unconfirmed_email_key")
    .execute();
  await sql`
    update users set unconfirmed_email_key = email_key, email_key = 'unconfirmed:' || id
    where role_id = 'customer' and email_confirmed_at is null
  `.execute(db);
}
