import type { Kysely } from "kysely";

/** The save that wrote a section's newest version, hashed: by it a page knows a save whose answer was lost. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable("referral_sections").addColumn("save_hash", "text").execute();
}
