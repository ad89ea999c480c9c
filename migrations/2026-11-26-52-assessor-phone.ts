import type { Kysely } from "kysely";

/** The number on which the office calls an assessor. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable("assessors").addColumn("phone_sealed", "text").execute();
}
