import { type Kysely } from "kysely";

/** Questions of recipients about a report. Links that were ended before do not say how. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable("report_questions")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("delivery_id", "text", (c) =>
      c.notNull().references("report_deliveries.id").onDelete("cascade"),
    )
    .addColumn("number", "integer", (c) => c.notNull())
    .addColumn("purpose", "text", (c) => c.notNull())
    .addColumn("text_sealed", "text", (c) => c.notNull())
    .addColumn("document_id", "text")
    .addColumn("asked_at", "text", (c) => c.notNull())
    .addColumn("state", "text", (c) => c.notNull())
    .addColumn("due_on", "text", (c) => c.notNull())
    .addColumn("passed_to", "text")
    .addColumn("passed_at", "text")
    .addColumn("answer_as", "text")
    .addColumn("addendum_key", "text")
    .addColumn("addendum_report_id", "text")
    .addColumn("answer_sealed", "text")
    .addColumn("closed_by", "text")
    .addColumn("closed_at", "text")
    .execute();
  await db.schema
    .createIndex("report_questions_delivery")
    .on("report_questions")
    .columns(["delivery_id", "number"])
    .unique()
    .execute();
  await db.schema
    .createIndex("report_questions_state")
    .on("report_questions")
    .columns(["state", "due_on"])
    .execute();
  const alter = () => db.schema.alterTable("report_deliveries");
  await alter()
    .addColumn("may_ask", "integer", (c) => c.notNull().defaultTo(0))
    .execute();
  await alter().addColumn("ended_as", "text").execute();
}
