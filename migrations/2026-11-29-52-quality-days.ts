import { type Kysely } from "kysely";

const ALL_BEGIN = ["definition:reasons", "definition:kept"];

/** Counts that outlive their bookings. Since when reasons are asked for, and erased bookings stay counted, is the day
 * on which a practice upgrades. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable("quality_days")
    .addColumn("day", "text", (c) => c.notNull())
    .addColumn("organisation_id", "text", (c) => c.notNull())
    .addColumn("assessor_id", "text", (c) => c.notNull())
    .addColumn("key", "text", (c) => c.notNull())
    .addColumn("count", "integer", (c) => c.notNull())
    .addColumn("sum", "integer", (c) => c.notNull())
    .addPrimaryKeyConstraint("quality_days_pk", ["day", "key", "organisation_id", "assessor_id"])
    .execute();
  const day = new Date().toISOString().slice(0, 10);
  const rows = ALL_BEGIN.map((key) => ({ day, organisation_id: "", assessor_id: "", key, count: 0, sum: 0 }));
  await (db as unknown as Kysely<Record<string, Record<string, unknown>>>)
    .insertInto("quality_days")
    .values(rows)
    .execute();
}
