import type { Kysely } from "kysely";

/** A mailed code that a newer one has replaced is told from a wrong one. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable("sign_ins").addColumn("former_codes", "text").execute();
}
