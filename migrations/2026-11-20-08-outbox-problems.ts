import type { Kysely } from "kysely";

/** Finds the mails that came back without reading all that were sent. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.createIndex("outbox_delivery").on("outbox").columns(["delivery", "state"]).execute();
}
