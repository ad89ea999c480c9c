import { sql, type Kysely } from "kysely";

/** Times that fell free, and whom they were offered to. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable("freed_times")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("visit_id", "text", (c) => c.notNull().references("visits.id").onDelete("cascade"))
    .addColumn("assessor_id", "text", (c) => c.notNull())
    .addColumn("day", "text", (c) => c.notNull())
    .addColumn("start", "text", (c) => c.notNull())
    .addColumn("minutes", "integer", (c) => c.notNull())
    .addColumn("look_at", "text")
    .execute();
  await db.schema.createIndex("freed_times_day").on("freed_times").column("day").execute();
  await db.schema.createIndex("freed_times_look").on("freed_times").column("look_at").execute();
  await db.schema.createIndex("freed_times_visit").on("freed_times").column("visit_id").execute();
  await db.schema
    .createTable("earlier_asks")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("booking_id", "text", (c) => c.notNull().references("bookings.id").onDelete("cascade"))
    .addColumn("assessor_id", "text", (c) => c.notNull())
    .addColumn("day", "text", (c) => c.notNull())
    .addColumn("start", "text", (c) => c.notNull())
    .addColumn("state", "text", (c) => c.notNull())
    .addColumn("asked_at", "text", (c) => c.notNull())
    .execute();
  await db.schema.createIndex("earlier_asks_booking").on("earlier_asks").column("booking_id").execute();
  // Nobody is asked about what fell free before.
  await sql`insert into freed_times (id, visit_id, assessor_id, day, start, minutes)
    select id, id, assessor_id, day, start, minutes from visits where ended_as = 'cancelled'`.execute(db);
  await sql`insert into freed_times (id, visit_id, assessor_id, day, start, minutes)
    select visit_id || assessor_id, visit_id, assessor_id, day, start, minutes from visit_former_assessors`.execute(
    db,
  );
}
