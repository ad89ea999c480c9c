import type { Deps } from "#app/deps.server.ts";

/** Active staff by name, or e-mail address where there is no name. */
export async function findStaff(deps: Pick<Deps, "db">): Promise<{ id: string; name: string }[]> {
  const rows = await deps.db
    .selectFrom("users")
    .select(["id", "email", "first_name", "last_name"])
    .where("role_id", "!=", "customer")
    .where("is_active", "=", 1)
    .execute();
  return rows
    .map((row) => ({
      id: row.id,
      name: [row.first_name, row.last_name].filter(Boolean).join(" ") || row.email,
    }))
    .sort((a, b) => a.name.localeCompare(b.name, "en"));
}
