import type { Kysely } from "kysely";

/** What assessors earn: rules, disputed lines, months that were closed, and the statements of each. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable("pay_rules")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("assessor_id", "text", (c) => c.references("users.id").onDelete("cascade"))
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("assessment_id", "text")
    .addColumn("mode", "text")
    .addColumn("reason", "text")
    .addColumn("pence", "integer")
    .addColumn("percent", "integer")
    .addColumn("due_when", "text", (c) => c.notNull())
    .addColumn("valid_from", "text", (c) => c.notNull())
    .addColumn("made_by", "text")
    .addColumn("made_at", "text", (c) => c.notNull())
    .execute();
  await db.schema
    .createTable("assessor_money")
    .addColumn("user_id", "text", (c) => c.primaryKey().references("users.id").onDelete("cascade"))
    .addColumn("details_sealed", "text", (c) => c.notNull())
    .addColumn("vat_rate", "integer", (c) => c.notNull())
    .addColumn("self_billing_from", "text")
    .addColumn("self_billing_until", "text")
    .addColumn("version", "integer", (c) => c.notNull())
    .execute();
  await db.schema
    .createTable("pay_months")
    .addColumn("month", "text", (c) => c.primaryKey())
    .addColumn("closed_by", "text")
    .addColumn("closed_at", "text", (c) => c.notNull())
    .execute();
  await db.schema
    .createTable("pay_statements")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("assessor_id", "text", (c) => c.notNull().references("users.id").onDelete("cascade"))
    .addColumn("month", "text", (c) => c.notNull().references("pay_months.month"))
    .addColumn("number", "integer", (c) => c.notNull().unique())
    .addColumn("is_self_billed", "integer", (c) => c.notNull())
    .addColumn("net_pence", "integer", (c) => c.notNull())
    .addColumn("vat_pence", "integer", (c) => c.notNull())
    .addColumn("content_sealed", "text", (c) => c.notNull())
    .addColumn("paid_on", "text")
    .addUniqueConstraint("pay_statements_one", ["assessor_id", "month"])
    .execute();
  await db.schema.createIndex("pay_statements_month").on("pay_statements").column("month").execute();
  await db.schema
    .createTable("pay_lines")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("statement_id", "text", (c) => c.notNull().references("pay_statements.id").onDelete("cascade"))
    .addColumn("line_key", "text", (c) => c.notNull())
    .addColumn("visit_id", "text", (c) => c.references("visits.id").onDelete("set null"))
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("reference", "text", (c) => c.notNull())
    .addColumn("due_on", "text", (c) => c.notNull())
    .addColumn("net_pence", "integer", (c) => c.notNull())
    .addColumn("vat_pence", "integer", (c) => c.notNull())
    .addColumn("is_adjustment", "integer", (c) => c.notNull())
    .execute();
  await db.schema.createIndex("pay_lines_statement").on("pay_lines").column("statement_id").execute();
  await db.schema.createIndex("pay_lines_visit").on("pay_lines").column("visit_id").execute();
  await db.schema
    .createTable("pay_disputes")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("assessor_id", "text", (c) => c.notNull().references("users.id").onDelete("cascade"))
    .addColumn("line_key", "text", (c) => c.notNull())
    .addColumn("reference", "text", (c) => c.notNull())
    .addColumn("text_sealed", "text", (c) => c.notNull())
    .addColumn("raised_at", "text", (c) => c.notNull())
    .addColumn("answer_sealed", "text")
    .addColumn("answered_by", "text")
    .addColumn("answered_at", "text")
    .execute();
  await db.schema
    .createIndex("pay_disputes_assessor")
    .on("pay_disputes")
    .columns(["assessor_id", "answered_at"])
    .execute();
}
