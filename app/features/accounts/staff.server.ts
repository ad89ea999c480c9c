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

/** Says who a member of staff is by id, former ones too: their name, or else their e-mail address. */
export async function staffNames(deps: Pick<Deps, "db">): Promise<(userId: string) => string> {
  const rows = await deps.db
    .selectFrom("users")
    .select(["id", "email", "first_name", "last_name"])
    .where("role_id", "!=", "customer")
    .execute();
  const names = new Map(
    rows.map((row) => [row.id, [row.first_name, row.last_name].filter(Boolean).join(" ") || row.email]),
  );
  return (userId) => names.get(userId) ?? "Somebody who is no longer here";
}

/** Active Administrators, and how many of them have two-factor sign-in. */
export async function countAdministrators(
  deps: Pick<Deps, "db">,
): Promise<{ all: number; withTwoFactor: number }> {
  const rows = await deps.db
    .selectFrom("users")
    .select("totp_enabled_at")
    .where("role_id", "=", "administrator")
    .where("is_active", "=", 1)
    .execute();
  return { all: rows.length, withTwoFactor: rows.filter((row) => row.totp_enabled_at !== null).length };
}
