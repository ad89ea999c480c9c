import type { Clock } from "./clock.ts";
import { formatTime, londonDate, type IsoDate } from "./dates.ts";
import { describeError, type Logger } from "./log.server.ts";

const CHECK_MS = 5 * 60_000;

/** True until today's run is made: once a London day, from `hour` on, also late. `lastRun` is a London day. */
export function isNightlyDue(now: Date, hour: number, lastRun: IsoDate | null): boolean {
  const londonHour = Number(formatTime(now.toISOString()).slice(0, 2));
  return londonHour >= hour && lastRun !== londonDate(now);
}

/** Runs `work` once a day, and again while it fails or says that it is not done. `stop()` ends it. */
export function startNightly(options: {
  clock: Clock;
  log: Logger;
  hour: number;
  work(): Promise<boolean>;
}): {
  stop(): void;
} {
  let isRunning = false;
  let lastRun: IsoDate | null = null;
  async function check() {
    const now = options.clock.now();
    if (isRunning || !isNightlyDue(now, options.hour, lastRun)) return;
    isRunning = true;
    try {
      if (await options.work()) lastRun = londonDate(now);
    } finally {
      isRunning = false;
    }
  }
  const timer = setInterval(() => {
    check().catch((error: unknown) => options.log.error("nightly work failed", describeError(error)));
  }, CHECK_MS);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
