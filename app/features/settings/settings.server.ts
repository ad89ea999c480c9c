import type { Clock } from "#app/platform/clock.ts";
import { transact, type Db, type Executor } from "#app/platform/database.server.ts";
import type { Env } from "#app/platform/env.server.ts";
import type { Offer } from "#app/features/catalogue/catalogue.ts";
import { addDays, londonDate, startOfLondonDay } from "#app/platform/dates.ts";
import { offerOn } from "./offer.ts";
import { SEEDED_GROUPS, type GroupName, type Settings, type SettingsGroups } from "./values.ts";
import { hasXero, seedSettings } from "./seed.ts";

/** The newest row of each group. */
export async function newestChanges(executor: Executor) {
  const newest = executor
    .selectFrom("settings_changes")
    .select((eb) => eb.fn.max("version").as("version"))
    .groupBy("group_name");
  return executor.selectFrom("settings_changes").selectAll().where("version", "in", newest).execute();
}

/** A group's newest changes, newest first: before a version, where one is given. */
export async function groupChanges(
  executor: Executor,
  group: GroupName,
  before: number | null,
  limit: number,
) {
  return executor
    .selectFrom("settings_changes")
    .selectAll()
    .where("group_name", "=", group)
    .$if(before !== null, (query) => query.where("version", "<", before!))
    .orderBy("version", "desc")
    .limit(limit)
    .execute();
}

/** The version of the newest change, of a group or of any; 0 before the first. */
export async function newestVersion(executor: Executor, group?: GroupName): Promise<number> {
  const row = await executor
    .selectFrom("settings_changes")
    .select((eb) => eb.fn.max("version").as("version"))
    .$if(group !== undefined, (query) => query.where("group_name", "=", group!))
    .executeTakeFirst();
  return Number(row?.version ?? 0);
}

/** Until the first `reload()` the environment's values apply. */
export function createSettings({ env, db }: { env: Env; db: Db }) {
  const seed = seedSettings(env);
  let settings: Settings = { ...seed, version: 0 };
  let latest: { version: number; from: Date; until: Date; offer: Offer } | undefined;
  return {
    /** Reads memory, not the database. */
    current: () => settings,
    /** The offer on the London day of `now`. */
    offer(now: Date): Offer {
      const { version } = settings;
      if (latest?.version !== version || now < latest.from || now >= latest.until) {
        const day = londonDate(now);
        const [from, until] = [startOfLondonDay(day), startOfLondonDay(addDays(day, 1))];
        latest = { version, from, until, offer: offerOn(settings, day) };
      }
      return latest.offer;
    },
    /** The offer under a price list, by its id, on the London day of `now`; null for an unknown one. */
    offerOf(listId: string, now: Date): Offer | null {
      const list = settings.prices.lists.find(({ id }) => id === listId);
      return list ? offerOn(settings, londonDate(now), list) : null;
    },
    /** Reads what was saved since, by other processes too. */
    async reload(): Promise<void> {
      if ((await newestVersion(db)) === settings.version) return;
      const rows = await newestChanges(db);
      const saved = rows.map(({ group_name, value }) => {
        const fallback = seed[group_name as GroupName] as object | undefined;
        return [group_name, { ...fallback, ...(JSON.parse(value) as object) }];
      });
      const version = Math.max(0, ...rows.map((row) => row.version));
      settings = { ...seed, ...(Object.fromEntries(saved) as Partial<Settings>), version };
    },
  };
}

export type SettingsStore = ReturnType<typeof createSettings>;

/** Appends a group's value, by the system where `staffId` is null. False when another process wrote at
 * the same time. */
export async function appendChange<Name extends GroupName>(
  trx: Executor,
  clock: Clock,
  group: Name,
  value: SettingsGroups[Name],
  staffId: string | null,
): Promise<boolean> {
  const inserted = await trx
    .insertInto("settings_changes")
    .values({
      version: (await newestVersion(trx)) + 1,
      group_name: group,
      value: JSON.stringify(value),
      changed_at: clock.now().toISOString(),
      actor_kind: staffId === null ? "system" : "staff",
      actor_id: staffId,
    })
    .onConflict((conflict) => conflict.column("version").doNothing())
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n;
}

/** Stores the environment's values at the first start; from then on only the pages change them. A new database (one
 * without bookings) makes its invoices here, unless Xero does. An older one that made none for deposits goes on so. */
export async function seedFromEnvironment(
  deps: { env: Env; db: Db; clock: Clock; settings: SettingsStore },
  { isNew = false } = {},
): Promise<void> {
  const seed = seedSettings(deps.env);
  await transact(deps, async (inside) => {
    const known = new Set((await newestChanges(inside.db)).map((row) => row.group_name));
    for (const group of SEEDED_GROUPS.filter((name) => !known.has(name)))
      await appendChange(inside.db, deps.clock, group, seed[group], null);
    if (known.has("invoices")) return;
    const isOld = known.size > 0 || !isNew;
    if (isOld && deps.env.DEPOSIT_INVOICES !== "on") {
      // The maker goes on to follow the environment.
      const kept = { hasDeposits: false } as SettingsGroups["invoices"];
      await appendChange(inside.db, deps.clock, "invoices", kept, null);
    } else if (!isOld && !hasXero(deps.env))
      await appendChange(inside.db, deps.clock, "invoices", { ...seed.invoices, maker: "here" }, null);
  });
  await deps.settings.reload();
}
