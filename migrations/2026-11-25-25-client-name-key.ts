import { sql, type Kysely } from "kysely";

type Bookings = { bookings: { id: string; client_last_name: string | null; client_name_key: string | null } };

const ROWS_AT_ONCE = 2_000;

/** Letters that Unicode does not split into letter and accent. */
const PLAIN: Record<string, string> = { ł: "l", ø: "o", đ: "d", ð: "d", þ: "th", æ: "ae", œ: "oe", ς: "σ" };

const fold = (name: string) =>
  name
    .normalize("NFKD")
    .replace(/[\p{M}\p{Cf}]/gu, "")
    .toUpperCase()
    .toLowerCase()
    .replace(/[łøđðþæœς]/g, (letter) => PLAIN[letter]!)
    .replaceAll("’", "'");

/** Clients are sorted by their last name without accents. The key stays null where the name has none: the index then
 * takes the name in lower case, so that the release before this one writes rows that are sorted too. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable("bookings").addColumn("client_name_key", "text").execute();
  const bookings = db as unknown as Kysely<Bookings>;
  for (let last = ""; ;) {
    const rows = await bookings
      .selectFrom("bookings")
      .select(["id", "client_last_name"])
      .where("id", ">", last)
      .orderBy("id")
      .limit(ROWS_AT_ONCE)
      .execute();
    if (rows.length === 0) break;
    last = rows.at(-1)!.id;
    for (const { id, client_last_name: name } of rows) {
      if (name === null || /^[ -~]*$/.test(name)) continue;
      await bookings
        .updateTable("bookings")
        .set({ client_name_key: fold(name) })
        .where("id", "=", id)
        .execute();
    }
  }
  await db.schema.dropIndex("bookings_by_client").execute();
  await db.schema
    .createIndex("bookings_by_client_name")
    .on("bookings")
    .expression(sql`coalesce(client_name_key, lower(client_last_name), ''), created_at, id`)
    .execute();
}
