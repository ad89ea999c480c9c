import type { Kysely } from "kysely";

/** Invoices and credit notes that the practice makes itself, and who may see to its money. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .alterTable("invoices")
    .addColumn("maker", "text", (c) => c.notNull().defaultTo("xero"))
    .execute();
  await db.schema
    .alterTable("users")
    .addColumn("handles_money", "integer", (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema
    .createTable("number_series")
    .addColumn("series", "text", (c) => c.primaryKey())
    .addColumn("last_number", "integer", (c) => c.notNull())
    .execute();
  await db.schema
    .createTable("invoice_documents")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("booking_id", "text", (c) => c.notNull().references("bookings.id").onDelete("cascade"))
    .addColumn("series", "text", (c) => c.notNull())
    .addColumn("number", "integer", (c) => c.notNull())
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("credits_id", "text")
    .addColumn("request_key", "text", (c) => c.notNull().unique())
    .addColumn("issued_on", "text", (c) => c.notNull())
    .addColumn("due_on", "text", (c) => c.notNull())
    .addColumn("total_pence", "integer", (c) => c.notNull())
    .addColumn("vat_pence", "integer", (c) => c.notNull())
    .addColumn("content_sealed", "text", (c) => c.notNull())
    .addColumn("buyer_sealed", "text", (c) => c.notNull())
    .addColumn("issued_by", "text")
    .addColumn("issued_at", "text", (c) => c.notNull())
    .addUniqueConstraint("invoice_documents_number", ["series", "number"])
    .execute();
  await db.schema
    .createIndex("invoice_documents_booking")
    .on("invoice_documents")
    .columns(["booking_id", "issued_at", "id"])
    .execute();
}
