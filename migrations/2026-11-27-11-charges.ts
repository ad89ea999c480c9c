import type { Kysely } from "kysely";

/** Charges beyond the price of a booking: proposed, answered by the customer, and put on an invoice. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable("charges")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("booking_id", "text", (c) => c.notNull().references("bookings.id").onDelete("cascade"))
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("cause", "text")
    .addColumn("pence", "integer", (c) => c.notNull())
    .addColumn("vat_rate", "integer", (c) => c.notNull())
    .addColumn("details_sealed", "text")
    .addColumn("state", "text", (c) => c.notNull())
    .addColumn("answer_by", "text")
    .addColumn("proposed_by", "text")
    .addColumn("proposed_at", "text", (c) => c.notNull())
    .addColumn("is_by_customer", "integer", (c) => c.notNull())
    .addColumn("decided_by", "text")
    .addColumn("decided_at", "text")
    .addColumn("decision_sealed", "text")
    .addColumn("document_id", "text", (c) => c.references("invoice_documents.id").onDelete("set null"))
    .addColumn("elsewhere_on", "text")
    .execute();
  await db.schema.createIndex("charges_booking").on("charges").column("booking_id").execute();
  await db.schema.createIndex("charges_state").on("charges").columns(["state", "proposed_at"]).execute();
  await db.schema.createIndex("charges_document").on("charges").column("document_id").execute();
}
