import type { Clock } from "#app/platform/clock.ts";
import { transact, type Db, type Executor } from "#app/platform/database.server.ts";
import type { Env } from "#app/platform/env.server.ts";
import type { Offer } from "#app/features/catalogue/catalogue.ts";
import { addDays, londonDate, startOfLondonDay } from "#app/platform/dates.ts";
import { offerOn, offerUnder } from "./offer.ts";
import type { SettingsChangeRow } from "./tables.ts";
import { SEEDED_GROUPS, seedSettings, type GroupName, type Settings } from "./values.ts";

/** What the practice has set, in memory: `current()` asks the database nothing. */
export type SettingsStore = {
  current(): Settings;
  /** What is offered at this instant, by the price list of its London day. */
  offer(now: Date): Offer;
  /** What is offered under this price list; null where there is none. */
  offerOf(listId: string): Offer | null;
  /** Reads again what this or another process has changed since. */
  reload(): Promise<void>;
};

/** The rows that hold now: the newest of each group. */
export async function newestChanges(executor: Executor) {
  const newest = executor
    .selectFrom("settings_changes")
    .select((eb) => eb.fn.max("version").as("version"))
    .groupBy("group_name");
  return executor.selectFrom("settings_changes").selectAll().where("version", "in", newest).execute();
}

async function newestVersion(executor: Executor): Promise<number> {
  const row = await executor
    .selectFrom("settings_changes")
    .select((eb) => eb.fn.max("version").as("version"))
    .executeTakeFirst();
  return Number(row?.version ?? 0);
}

/** The accessor. Until its first `reload()` the environment's values hold. */
export function createSettings({ env, db }: { env: Env; db: Db }): SettingsStore {
  const seed = seedSettings(env);
  let settings: Settings = { ...seed, version: 0 };
  let latest: { version: number; from: Date; until: Date; offer: Offer } | undefined;
  return {
    current: () => settings,
    offer(now) {
      const { version } = settings;
      if (latest?.version !== version || now < latest.from || now >= latest.until) {
        const day = londonDate(now);
        const [from, until] = [startOfLondonDay(day), startOfLondonDay(addDays(day, 1))];
        latest = { version, from, until, offer: offerOn(settings, day) };
      }
      return latest.offer;
    },
    offerOf(listId) {
      const list = settings.prices.lists.find(({ id }) => id === listId);
      return list ? offerUnder(settings, list) : null;
    },
    async reload() {
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

/** How often a process looks for changes that another one made. */
const POLL_MS = 2_000;

/** Keeps the settings of this process no more than five seconds behind. `stop()` ends it. */
export function followSettings(settings: SettingsStore, onFailure: (error: unknown) => void) {
  const timer = setInterval(() => void settings.reload().catch(onFailure), POLL_MS);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}

/**
 * Adds a change to the history. Null when another process took its number in the same moment: nothing was written, and what
 * the caller has read may no longer hold.
 */
export async function appendChange(
  trx: Executor,
  change: Omit<SettingsChangeRow, "version">,
): Promise<number | null> {
  const version = (await newestVersion(trx)) + 1;
  const inserted = await trx
    .insertInto("settings_changes")
    .values({ version, ...change })
    .onConflict((conflict) => conflict.column("version").doNothing())
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n ? version : null;
}

/** Writes the environment's values down at the first start: from then on the pages have the say. */
export async function seedFromEnvironment(deps: {
  env: Env;
  db: Db;
  clock: Clock;
  settings: SettingsStore;
}): Promise<void> {
  const seed = seedSettings(deps.env);
  await transact(deps.db, async (trx) => {
    const known = new Set((await newestChanges(trx)).map((row) => row.group_name));
    for (const group of SEEDED_GROUPS.filter((name) => !known.has(name))) {
      await appendChange(trx, {
        group_name: group,
        value: JSON.stringify(seed[group]),
        changed_at: deps.clock.now().toISOString(),
        actor_kind: "system",
        actor_id: null,
      });
    }
  });
  await deps.settings.reload();
}
