import type { Kysely } from "kysely";

type Users = {
  users: {
    id: string;
    email: string;
    first_name: string | null;
    last_name: string | null;
    search_text: string;
  };
};

/** What users are searched by: their names and address with letter case and accents folded away. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .alterTable("users")
    .addColumn("search_text", "text", (c) => c.notNull().defaultTo(""))
    .execute();
  const users = db as unknown as Kysely<Users>;
  const rows = await users.selectFrom("users").select(["id", "email", "first_name", "last_name"]).execute();
  for (const { id, email, first_name, last_name } of rows) {
    const text = [first_name, last_name, email].filter(Boolean).join(" ");
    const search_text = text
      .normalize("NFKD")
      .replace(/[\p{M}\p{Cf}]/gu, "")
      .toUpperCase()
      .toLowerCase();
    await users.updateTable("users").set({ search_text }).where("id", "=", id).execute();
  }
}
