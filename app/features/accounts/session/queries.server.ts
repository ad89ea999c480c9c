import { byIds } from "#app/kit/pieces.server.ts";
import { expressionBuilder, sql } from "kysely";
import type { Tables } from "#app/platform/tables.ts";
import type { Deps } from "#app/deps.server.ts";
import type { Executor } from "#app/platform/database.server.ts";
import { foldText } from "#app/platform/fold-text.ts";
import { selectUsers, type UserWithRole } from "#app/features/accounts/record/user-row.server.ts";
import { RIGHTS, type Right } from "#app/features/accounts/record/rights.ts";
import type { UserRow } from "#app/features/accounts/record/tables.ts";
import type { Account } from "./principal.server.ts";

function toListItem(row: UserWithRole) {
  return {
    id: row.id,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    roleId: row.role_id,
    roleName: row.role_name,
    isActive: row.is_active === 1,
    createdAt: row.created_at,
    isPasswordTemporary: row.is_password_temporary === 1,
    hasTwoFactor: row.totp_enabled_at !== null,
    isEmailConfirmed: row.email_confirmed_at !== null,
    version: row.version,
    seesConcerns: row.sees_concerns === 1,
    handlesMoney: row.handles_money === 1,
    reviewsReports: row.reviews_reports === 1,
  };
}

export type UserListItem = ReturnType<typeof toListItem>;

type UsersPage = {
  kind?: "staff" | "customers" | undefined;
  /** Each word must occur in the name or the address, whatever its case and accents. */
  search?: string | undefined;
  limit?: number | undefined;
  before?: string | undefined;
};

const MAX_WORDS = 6;

const hasWords = (search = "") => {
  const words = foldText(search).split(/\s+/).filter(Boolean).slice(0, MAX_WORDS);
  return expressionBuilder<Tables, "users">().and(
    words.map((word) => {
      const pattern = `%${word.replace(/[\\%_]/g, "\\$&")}%`;
      return sql<boolean>`users.search_text like ${pattern} escape '\\'`;
    }),
  );
};

/** How many users of each kind a search finds. */
export async function countUsers({ db }: Pick<Deps, "db">, search: string) {
  const rows = await db
    .selectFrom("users")
    .select((eb) => ["role_id", eb.fn.countAll<number | string>().as("count")])
    .where(hasWords(search))
    .groupBy("role_id")
    .execute();
  const of = (isCustomer: boolean) =>
    rows
      .filter(({ role_id }) => (role_id === "customer") === isCustomer)
      .reduce((sum, { count }) => sum + Number(count), 0);
  return { staff: of(false), customers: of(true) };
}

/** Users, newest first, by kind and words of name or address. `before` is the last id of the previous page. */
export async function listUsers(deps: Pick<Deps, "db">, page: UsersPage = {}): Promise<UserListItem[]> {
  let query = selectUsers(deps.db).orderBy("users.id", "desc");
  if (page.kind) query = query.where("users.role_id", page.kind === "staff" ? "!=" : "=", "customer");
  query = query.where(hasWords(page.search));
  if (page.before) query = query.where("users.id", "<", page.before);
  if (page.limit) query = query.limit(page.limit);
  return (await query.execute()).map(toListItem);
}

/** A user of any role, active or not, without secrets. Null when the id is unknown. */
export async function findUser(deps: Pick<Deps, "db">, id: string): Promise<UserListItem | null> {
  const row = await selectUsers(deps.db).where("users.id", "=", id).executeTakeFirst();
  return row ? toListItem(row) : null;
}

/** The roles that a user can be given. */
export async function listRoles({ db }: Pick<Deps, "db">) {
  return db.selectFrom("roles").select(["id", "name", "description"]).orderBy("name").execute();
}

/** Roles that Add User offers: all but Customer. */
export async function listStaffRoles(deps: Pick<Deps, "db">) {
  return (await listRoles(deps)).filter((role) => role.id !== "customer");
}

type Owner = Pick<Account, "userId" | "sessionId">;

/** The user's unexpired sessions, the current one first. Instants are UTC. */
export async function listSessions({ db, clock }: Pick<Deps, "db" | "clock">, { userId, sessionId }: Owner) {
  const rows = await db
    .selectFrom("sessions")
    .select(["id", "device_label as deviceLabel", "created_at as createdAt", "last_seen_at as lastSeenAt"])
    .where("user_id", "=", userId)
    .where("expires_at", ">", clock.now().toISOString())
    .orderBy((eb) => eb("id", "=", sessionId), "desc")
    .orderBy("last_seen_at", "desc")
    .orderBy("id")
    .execute();
  return rows.map((row) => ({ ...row, isCurrent: row.id === sessionId }));
}

/** The user's unexpired trusted devices, last used first. Instants are UTC. */
export async function listTrustedDevices(
  { db, clock }: Pick<Deps, "db" | "clock">,
  { userId }: Pick<Account, "userId">,
) {
  return db
    .selectFrom("known_devices")
    .select(["device_hash as id", "device_label as deviceLabel"])
    .select(["last_used_at as lastUsedAt", "expires_at as expiresAt"])
    .where("user_id", "=", userId)
    .where("is_trusted", "=", 1)
    .where("expires_at", ">", clock.now().toISOString())
    .orderBy("last_used_at", "desc")
    .orderBy("device_hash")
    .execute();
}

function selectNames(deps: Pick<Deps, "db">) {
  return deps.db.selectFrom("users").select(["id", "email", "first_name", "last_name"]);
}

const nameOf = (row: Pick<UserRow, "first_name" | "last_name" | "email">) =>
  [row.first_name, row.last_name].filter(Boolean).join(" ") || row.email;

/** Display names by user id. Unknown ids are missing. */
export async function findUserNames(
  deps: Pick<Deps, "db">,
  ids: Iterable<string | null>,
): Promise<Map<string, string>> {
  const known = [...new Set(ids)].filter((id) => id !== null);
  const rows = await byIds(known, (piece) => selectNames(deps).where("id", "in", piece).execute());
  return new Map(rows.map((row) => [row.id, nameOf(row)]));
}

/** Active staff, who look after bookings: no assessors. */
export async function findStaff(deps: Pick<Deps, "db">): Promise<{ id: string; name: string }[]> {
  const rows = await selectNames(deps)
    .where("role_id", "!=", "customer")
    .where("role_id", "!=", "assessor")
    .where("is_active", "=", 1)
    .execute();
  return rows
    .map((row) => ({ id: row.id, name: nameOf(row) }))
    .sort((a, b) => a.name.localeCompare(b.name, "en"));
}

/** Names of everybody who works here, deactivated people included. */
export async function staffNames(deps: Pick<Deps, "db">): Promise<(userId: string) => string> {
  const rows = await selectNames(deps).where("role_id", "!=", "customer").execute();
  const names = new Map(rows.map((row) => [row.id, nameOf(row)]));
  return (userId) => names.get(userId) ?? "Somebody who is no longer here";
}

/** Active users with a right beside their role. */
export async function findHolders({ db }: { db: Executor }, right: Right) {
  return db
    .selectFrom("users")
    .select(["id", "email"])
    .where(right, "=", 1)
    .where("is_active", "=", 1)
    .where("role_id", "in", RIGHTS[right].roles)
    .orderBy("id")
    .execute();
}
