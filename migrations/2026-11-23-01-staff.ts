import { sql, type Kysely } from "kysely";

/** Finds staff, whom each booking's page lists, without reading all customers. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create index users_staff on users (id) where role_id <> 'customer'`.execute(db);
}
