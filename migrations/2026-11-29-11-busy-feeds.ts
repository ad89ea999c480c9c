import type { Kysely } from "kysely";

/** The published calendars of assessors, and the times at which they say that their owner is busy. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable("busy_feeds")
    .addColumn("user_id", "text", (c) => c.primaryKey().references("users.id").onDelete("cascade"))
    .addColumn("url_sealed", "text", (c) => c.notNull())
    .addColumn("saved_at", "text", (c) => c.notNull())
    .addColumn("due_at", "text", (c) => c.notNull())
    .addColumn("etag", "text")
    .addColumn("read_at", "text")
    .addColumn("fault", "text")
    .addColumn("told_at", "text")
    .execute();
  await db.schema.createIndex("busy_feeds_due").on("busy_feeds").column("due_at").execute();
  await db.schema
    .createTable("busy_times")
    .addColumn("user_id", "text", (c) => c.notNull().references("users.id").onDelete("cascade"))
    .addColumn("from_at", "text", (c) => c.notNull())
    .addColumn("until_at", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("busy_times_pk", ["user_id", "from_at"])
    .execute();
}
