import type { Kysely } from "kysely";

/** What a booking came to and what its invoice was for when staff said that the two may differ. */
export async function up(db: Kysely<never>): Promise<void> {
  for (const column of ["accepted_wanted_pence", "accepted_standing_pence"])
    await db.schema.alterTable("invoices").addColumn(column, "integer").execute();
}
