import type { Kysely } from "kysely";

/** Miles and expenses that assessors claim, and what a line of a statement says besides its kind. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable("pay_claims")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("visit_id", "text", (c) => c.notNull().references("visits.id").onDelete("cascade"))
    .addColumn("assessor_id", "text", (c) => c.notNull().references("users.id").onDelete("cascade"))
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("tenths", "integer")
    .addColumn("pence", "integer")
    .addColumn("document_id", "text", (c) => c.references("documents.id").onDelete("set null"))
    .addColumn("details_sealed", "text")
    .addColumn("request_key", "text", (c) => c.unique())
    .addColumn("claimed_at", "text", (c) => c.notNull())
    .addColumn("state", "text", (c) => c.notNull())
    .addColumn("reason_sealed", "text")
    .addColumn("decided_by", "text")
    .addColumn("decided_at", "text")
    .execute();
  await db.schema.createIndex("pay_claims_visit").on("pay_claims").column("visit_id").execute();
  await db.schema.createIndex("pay_claims_state").on("pay_claims").columns(["state", "claimed_at"]).execute();
  await db.schema.createIndex("pay_claims_document").on("pay_claims").column("document_id").execute();
  await db.schema
    .alterTable("pay_lines")
    .addColumn("detail", "text", (c) => c.notNull().defaultTo(""))
    .execute();
}
