import { sql, type Kysely } from "kysely";

/** Staff find bookings by phone numbers, towns and postcodes that are sealed. The words are keyed hashes, so the start
 * makes those of earlier bookings: it has the key. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable("sealed_search_words")
    .addColumn("word", "text", (c) => c.notNull())
    .addColumn("booking_id", "text", (c) => c.notNull().references("bookings.id").onDelete("cascade"))
    .addColumn("source", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("sealed_search_words_pk", ["word", "booking_id", "source"])
    .execute();
  await db.schema
    .createIndex("sealed_search_words_booking")
    .on("sealed_search_words")
    .columns(["booking_id", "source"])
    .execute();
  await db.schema
    .alterTable("bookings")
    .addColumn("has_sealed_words", "integer", (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema
    .createIndex("bookings_without_sealed_words")
    .on("bookings")
    .column("id")
    .where(sql<boolean>`has_sealed_words = 0`)
    .execute();
}
