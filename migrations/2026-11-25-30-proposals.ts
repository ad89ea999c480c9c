import type { Kysely } from "kysely";

/** Changes of their registration that assessors ask staff to confirm; at most one proposal of each is open. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable("assessors").addColumn("proposal_sealed", "text").execute();
  await db.schema.alterTable("assessors").addColumn("proposed_at", "text").execute();
}
