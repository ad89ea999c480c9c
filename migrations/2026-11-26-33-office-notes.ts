import { sql, type Kysely } from "kysely";

/** Assessors' notes wait for staff to read them; those of earlier releases count as read. */
export async function up(db: Kysely<never>): Promise<void> {
  const notes = () => db.schema.alterTable("visit_notes");
  await notes()
    .addColumn("kind", "text", (c) => c.notNull().defaultTo("note"))
    .execute();
  await notes().addColumn("late_minutes", "integer").execute();
  await notes().addColumn("read_at", "text").execute();
  await notes().addColumn("read_by", "text").execute();
  await notes().addColumn("referrer_told_at", "text").execute();
  await sql`update visit_notes set read_at = written_at`.execute(db);
  await db.schema
    .createIndex("visit_notes_unread")
    .on("visit_notes")
    .columns(["written_at", "id"])
    .where(sql<boolean>`read_at is null`)
    .execute();
}
