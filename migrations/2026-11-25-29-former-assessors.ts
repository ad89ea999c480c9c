import type { Kysely } from "kysely";

/** Who had a visit before it was reassigned, with the time of then: their calendars keep it as cancelled. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable("visit_former_assessors")
    .addColumn("visit_id", "text", (c) => c.notNull().references("visits.id").onDelete("cascade"))
    .addColumn("assessor_id", "text", (c) => c.notNull().references("users.id"))
    .addColumn("day", "text", (c) => c.notNull())
    .addColumn("start", "text", (c) => c.notNull())
    .addColumn("minutes", "integer", (c) => c.notNull())
    .addColumn("travel_before_minutes", "integer", (c) => c.notNull())
    .addColumn("travel_after_minutes", "integer", (c) => c.notNull())
    .addColumn("left_at", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("visit_former_assessors_pk", ["visit_id", "assessor_id"])
    .execute();
  await db.schema
    .createIndex("visit_former_assessors_assessor")
    .on("visit_former_assessors")
    .columns(["assessor_id", "left_at"])
    .execute();
  await db.schema
    .createIndex("visit_former_assessors_day")
    .on("visit_former_assessors")
    .columns(["day", "start", "visit_id"])
    .execute();
}
