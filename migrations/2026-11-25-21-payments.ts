import type { Kysely } from "kysely";

/** How each invoice stands in the accounting system, as it was last read. Earlier invoices are read at the next round. */
export async function up(db: Kysely<never>): Promise<void> {
  const add = (name: string, type: "text" | "integer") =>
    db.schema.alterTable("invoices").addColumn(name, type).execute();
  await db.schema
    .alterTable("invoices")
    .addColumn("vendor_status", "text", (c) => c.notNull().defaultTo("authorised"))
    .execute();
  await add("vendor_total_pence", "integer");
  await add("vendor_due_on", "text");
  await add("paid_pence", "integer");
  await add("credited_pence", "integer");
  await add("paid_on", "text");
  await add("read_at", "text");
  await db.schema
    .alterTable("invoices")
    .addColumn("next_read_at", "text", (c) => c.defaultTo("2026-11-25T00:00:00.000Z"))
    .execute();
  await db.schema.createIndex("invoices_next_read").on("invoices").columns(["next_read_at", "id"]).execute();
  await db.schema
    .createIndex("invoices_status")
    .on("invoices")
    .columns(["vendor_status", "due_on"])
    .execute();
}
