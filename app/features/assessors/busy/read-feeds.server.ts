import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { Deps } from "#app/deps.server.ts";
import { enqueueMail } from "#app/features/outbox/enqueue-mail.server.ts";
import { fetchCalendar, type FeedFault } from "#app/integrations/calendar-feed/fetch-calendar.server.ts";
import { transact } from "#app/platform/database.server.ts";
import { addDays, londonDate, startOfLondonDay } from "#app/platform/dates.ts";
import { describeError } from "#app/platform/log.server.ts";
import type { BusySpan } from "./busy-spans.server.ts";
import { isOldFeed, sealedUrl } from "./busy-times.server.ts";
import type { BusyFeedRow } from "../tables.ts";

const EVERY_MS = 15 * 60_000;
const AHEAD_DAYS = 60;
const PARSE_MS = 10_000;
const MEMORY_MB = 128;
const ROWS_A_PIECE = 200;

/** Reads the calendars of assessors that are due, one after the other, each in one process. `root` is the project's
 * folder. */
export async function readDueFeeds(
  deps: Deps,
  { root, isStopping }: { root: string; isStopping: () => boolean },
): Promise<void> {
  const now = deps.clock.now();
  const due = await deps.db
    .selectFrom("busy_feeds")
    .innerJoin("users", "users.id", "busy_feeds.user_id")
    .selectAll("busy_feeds")
    .where("due_at", "<=", now.toISOString())
    .where("users.is_active", "=", 1)
    .where("users.role_id", "=", "assessor")
    .orderBy("due_at")
    .execute();
  const next = { due_at: new Date(now.getTime() + EVERY_MS).toISOString() };
  for (const feed of due) {
    if (isStopping()) return;
    const mine = await deps.db
      .updateTable("busy_feeds")
      .set(next)
      .where("user_id", "=", feed.user_id)
      .where("due_at", "=", feed.due_at)
      .executeTakeFirst();
    if (mine.numUpdatedRows === 0n) continue;
    try {
      await readFeed(deps, feed, root);
    } catch (error) {
      deps.log.error("calendar of an assessor not read", describeError(error));
    }
  }
}

/** Reads one calendar, and keeps its times in place of those of the last reading. */
async function readFeed(deps: Deps, feed: BusyFeedRow, root: string): Promise<void> {
  const now = deps.clock.now();
  const today = londonDate(now);
  // On another day the same calendar says more: the days that are kept have moved.
  const isOfToday = feed.read_at !== null && londonDate(new Date(feed.read_at)) === today;
  const url = sealedUrl.decrypt(deps.secrets, feed.user_id, feed.url_sealed);
  const fetched = await fetchCalendar(url, {
    etag: isOfToday ? feed.etag : null,
    privateOrigins: deps.env.CALENDAR_PRIVATE_ORIGINS,
  });
  if (fetched.kind === "failed") return keepFault(deps, feed, fetched.fault);
  const window = {
    from: startOfLondonDay(today).getTime(),
    until: startOfLondonDay(addDays(today, AHEAD_DAYS + 1)).getTime(),
    ownIds: `@${new URL(deps.env.APP_ORIGIN).hostname}`,
  };
  const spans = fetched.kind === "read" ? await lookThrough(root, { text: fetched.text, ...window }) : null;
  if (typeof spans === "string") return keepFault(deps, feed, spans);
  await transact(deps, async (inside) => {
    const kept = await inside.db
      .updateTable("busy_feeds")
      .set({ read_at: now.toISOString(), fault: null, told_at: null })
      .$if(fetched.kind === "read", (query) => query.set({ etag: (fetched as { etag: string | null }).etag }))
      .where("user_id", "=", feed.user_id)
      .where("url_sealed", "=", feed.url_sealed)
      .executeTakeFirst();
    if (kept.numUpdatedRows === 0n || spans === null) return;
    await inside.db.deleteFrom("busy_times").where("user_id", "=", feed.user_id).execute();
    const rows = spans.map(({ from, until }) => ({
      user_id: feed.user_id,
      from_at: new Date(from).toISOString(),
      until_at: new Date(until).toISOString(),
    }));
    for (let start = 0; start < rows.length; start += ROWS_A_PIECE) {
      await inside.db
        .insertInto("busy_times")
        .values(rows.slice(start, start + ROWS_A_PIECE))
        .execute();
    }
  });
}

/** Keeps why a calendar was not read. Its owner is told once when that lasts for a day. */
async function keepFault(deps: Deps, feed: BusyFeedRow, fault: FeedFault): Promise<void> {
  await transact(deps, async (inside) => {
    const now = inside.clock.now();
    const isTold = feed.told_at === null && isOldFeed(feed, now);
    const kept = await inside.db
      .updateTable("busy_feeds")
      .set({ fault, ...(isTold && { told_at: now.toISOString() }) })
      .where("user_id", "=", feed.user_id)
      .where("url_sealed", "=", feed.url_sealed)
      .returning("user_id")
      .executeTakeFirst();
    if (!kept || !isTold) return;
    const { email } = await inside.db
      .selectFrom("users")
      .select("email")
      .where("id", "=", feed.user_id)
      .executeTakeFirstOrThrow();
    await enqueueMail(inside, {
      topic: "calendar-unread",
      to: email,
      dedupeKey: `calendar-unread:${feed.user_id}:${now.toISOString()}`,
      payload: { userId: feed.user_id, since: feed.read_at, path: "/assessor/calendar" },
    });
  });
}

/** Looks through a calendar in a thread of its own, which is ended when it takes too long or too much memory. */
const lookThrough = (root: string, workerData: object): Promise<BusySpan[] | FeedFault> =>
  new Promise((resolve) => {
    const worker = new Worker(join(root, "app/features/assessors/busy/busy-worker.ts"), {
      workerData,
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    });
    const timer = setTimeout(() => end("too-long"), PARSE_MS);
    const end = (answer: BusySpan[] | FeedFault) => {
      clearTimeout(timer);
      resolve(answer);
      void worker.terminate();
    };
    worker.once("message", end).once("error", () => end("too-long"));
  });
