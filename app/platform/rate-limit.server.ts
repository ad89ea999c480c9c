import { AsyncLocalStorage } from "node:async_hooks";
import type { Clock } from "./clock.ts";
import type { Db } from "./database.server.ts";
import type { Env } from "./env.server.ts";
import type { Secrets } from "./secrets.server.ts";

/** `name` tells the counters of two limits apart; `seconds` is the length of the fixed window. */
export type RateLimit = { name: string; limit: number; seconds: number };

const waits = new AsyncLocalStorage<{ seconds: number }>();

/** Runs a request and returns its result with the seconds to wait, for `Retry-After`. */
export async function notingWaits<Result>(run: () => Promise<Result>): Promise<[Result, number]> {
  const wait = { seconds: 0 };
  const result = await waits.run(wait, run);
  return [result, wait.seconds];
}

type RateLimitVerdict = { isAllowed: true } | { isAllowed: false; retryAfterSeconds: number };

/** Counts one hit of `subject`, kept as a keyed hash, in one atomic statement: two processes count together. */
export async function hitRateLimit(
  deps: { db: Db; clock: Clock; env: Env; secrets: Secrets },
  { name, limit, seconds }: RateLimit,
  subject: string,
): Promise<RateLimitVerdict> {
  if (deps.env.RATE_LIMITS === "off") return { isAllowed: true };
  const now = deps.clock.now().getTime();
  const windowStart = new Date(Math.floor(now / (seconds * 1000)) * seconds * 1000);
  const windowStartText = windowStart.toISOString();
  const key = deps.secrets.hash(`${name}\n${subject}`, "rate-limit");
  const { count } = await deps.db
    .insertInto("rate_limits")
    .values({ key, window_start: windowStartText, count: 1 })
    .onConflict((conflict) =>
      conflict.column("key").doUpdateSet((eb) => ({
        count: eb
          .case()
          .when("rate_limits.window_start", "=", windowStartText)
          .then(eb("rate_limits.count", "+", 1))
          .else(1)
          .end(),
        window_start: windowStartText,
      })),
    )
    .returning("count")
    .executeTakeFirstOrThrow();
  if (count <= limit) return { isAllowed: true };
  const retryAfterSeconds = Math.ceil((windowStart.getTime() + seconds * 1000 - now) / 1000);
  const wait = waits.getStore();
  if (wait) wait.seconds = Math.max(wait.seconds, retryAfterSeconds);
  return { isAllowed: false, retryAfterSeconds };
}

/** Deletes counters whose window began before an instant (UTC). */
export async function purgeRateLimits(db: Db, before: string): Promise<void> {
  await db.deleteFrom("rate_limits").where("window_start", "<", before).execute();
}
