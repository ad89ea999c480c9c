import { recordAudit, type ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import type { Deps } from "#app/deps.server.ts";
import { byIds } from "#app/kit/pieces.server.ts";
import type { FeedFault } from "#app/integrations/calendar-feed/fetch-calendar.server.ts";
import { transact, type Executor } from "#app/platform/database.server.ts";
import { addDays, startOfLondonDay, type IsoDate } from "#app/platform/dates.ts";
import { sealedColumn } from "#app/platform/secrets.server.ts";
import type { BusySpan } from "./busy-spans.server.ts";
import type { BusyFeedRow } from "../tables.ts";

/** An assessor's own calendar: a published address that is read again and again, for the times that are taken. */

export const sealedUrl = sealedColumn("busy_feeds", "url_sealed");

const HOUR_MS = 3_600_000;
/** A calendar that could not be read for so long: its owner sees it, then is told, and what it said counts no more. */
const SEEN_MS = HOUR_MS;
const OLD_MS = 24 * HOUR_MS;

/** The instant before which a calendar that was not read since counts as old. */
const oldBefore = (now: Date) => new Date(now.getTime() - OLD_MS).toISOString();

type Age = Pick<BusyFeedRow, "saved_at" | "read_at">;
const lastOf = ({ saved_at, read_at }: Age) => read_at ?? saved_at;
export const isOldFeed = (feed: Age, now: Date) => lastOf(feed) < oldBefore(now);

export type BusyTime = BusySpan & {
  /** The calendar was not read for a day, so it may say something else now. */
  isOld: boolean;
};

/** The times that these assessors' own calendars take on these London days, both included, by assessor. */
export async function busyBetween(
  { db, clock }: Pick<Deps, "clock"> & { db: Executor },
  userIds: readonly string[],
  { from, until }: { from: IsoDate; until: IsoDate },
): Promise<Map<string, BusyTime[]>> {
  const now = clock.now();
  const rows = await byIds(userIds, (piece) =>
    db
      .selectFrom("busy_times")
      .innerJoin("busy_feeds", "busy_feeds.user_id", "busy_times.user_id")
      .select(["busy_times.user_id", "from_at", "until_at", "saved_at", "read_at"])
      .where("busy_times.user_id", "in", piece)
      .where("from_at", "<", startOfLondonDay(addDays(until, 1)).toISOString())
      .where("until_at", ">", startOfLondonDay(from).toISOString())
      .orderBy("busy_times.user_id")
      .orderBy("from_at")
      .execute(),
  );
  const times = rows.map((row) => ({
    userId: row.user_id,
    from: Date.parse(row.from_at),
    until: Date.parse(row.until_at),
    isOld: isOldFeed(row, now),
  }));
  return Map.groupBy(times, ({ userId }) => userId);
}

const FAULT_WORDS: Record<FeedFault, string> = {
  "not-found": "there is nothing at its address any more",
  refused: "its address is not open to us",
  "not-public": "its address is not on the internet",
  unreachable: "its address does not answer",
  "too-slow": "its address answers too slowly",
  "too-large": "it is larger than 2 MB",
  "no-calendar": "what stands at its address is no calendar that we can read",
  "too-long": "it has more repetitions than we can look through",
  "bad-answer": "its address answers with an error",
};

/** An assessor's own calendar as pages show it, without its address; null while none is looked at. */
export async function findBusyFeed({ db, secrets, clock }: Deps, userId: string) {
  const feed = await db.selectFrom("busy_feeds").selectAll().where("user_id", "=", userId).executeTakeFirst();
  if (!feed) return null;
  const { times } = await db
    .selectFrom("busy_times")
    .select((eb) => eb.fn.countAll<number | string>().as("times"))
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  const now = clock.now();
  const fault = feed.fault as FeedFault | null;
  const isUnread = lastOf(feed) < new Date(now.getTime() - SEEN_MS).toISOString();
  return {
    host: new URL(sealedUrl.decrypt(secrets, userId, feed.url_sealed)).host,
    readAt: feed.read_at,
    times: Number(times),
    /** Why it is not read, once that lasts for an hour; before the first time, at once. */
    fault: fault !== null && (isUnread || feed.read_at === null) ? FAULT_WORDS[fault] : null,
    isOld: isOldFeed(feed, now),
  };
}

export type BusyFeed = NonNullable<Awaited<ReturnType<typeof findBusyFeed>>>;

/** Whether a calendar was not read for a day. False once it is looked at no more. */
export async function isFeedOld({ db, clock }: Pick<Deps, "db" | "clock">, userId: string) {
  const feed = await db
    .selectFrom("busy_feeds")
    .select(["saved_at", "read_at"])
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return feed !== undefined && isOldFeed(feed, clock.now());
}

/** Calendars that were not read for a day, the longest unread first: staff ask their owners. */
export async function oldFeeds({ db, clock }: Pick<Deps, "db" | "clock">) {
  const rows = await db
    .selectFrom("busy_feeds")
    .innerJoin("users", "users.id", "busy_feeds.user_id")
    .select(["user_id", "saved_at", "read_at"])
    .where("users.is_active", "=", 1)
    .where("users.role_id", "=", "assessor")
    .where((eb) => eb(eb.fn.coalesce("read_at", "saved_at"), "<", oldBefore(clock.now())))
    .orderBy("saved_at")
    .execute();
  return rows
    .map((row) => ({ id: row.user_id, since: lastOf(row) }))
    .toSorted((a, b) => (a.since < b.since ? -1 : 1));
}

/** Looks at the calendar at this address from now on, in place of an earlier one. It is read within a minute. */
export async function saveBusyFeed(
  deps: Deps,
  { userId, url, ...by }: ActedByRequest & { userId: string; url: string },
): Promise<void> {
  await transact(deps, async (inside) => {
    const now = inside.clock.now().toISOString();
    await forget(inside, userId);
    await inside.db
      .insertInto("busy_feeds")
      .values({
        user_id: userId,
        url_sealed: sealedUrl.encrypt(inside.secrets, userId, url),
        saved_at: now,
        due_at: now,
        etag: null,
        read_at: null,
        fault: null,
        told_at: null,
      })
      .execute();
    await recordAudit(inside, by, "calendar.own-added", ["user", userId]);
  });
}

/** Looks at it no more; what it said is forgotten. Safe to repeat. */
export async function removeBusyFeed(deps: Deps, { userId, ...by }: ActedByRequest & { userId: string }) {
  await transact(deps, async (inside) => {
    if (await forget(inside, userId)) {
      await recordAudit(inside, by, "calendar.own-removed", ["user", userId]);
    }
  });
}

async function forget({ db }: { db: Executor }, userId: string): Promise<boolean> {
  await db.deleteFrom("busy_times").where("user_id", "=", userId).execute();
  const gone = await db.deleteFrom("busy_feeds").where("user_id", "=", userId).executeTakeFirst();
  return gone.numDeletedRows > 0n;
}
