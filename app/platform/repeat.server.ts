import { describeError, type Logger } from "./log.server.ts";

/** Runs `work` again and again, `everyMs` apart and never twice at once. A failure is logged as `failure`, and the next
 * run comes as usual. `stop()` waits for a run that has begun. */
export function startRepeating({
  everyMs,
  log,
  failure,
  work,
}: {
  everyMs: number;
  log: Logger;
  failure: string;
  work(isStopping: () => boolean): Promise<unknown>;
}): { stop(): Promise<void> } {
  let isStopping = false;
  let running: Promise<void> | null = null;
  const run = async () => {
    await work(() => isStopping);
  };
  const timer = setInterval(() => {
    running ??= run()
      .catch((error: unknown) => log.error(failure, describeError(error)))
      .finally(() => {
        running = null;
      });
  }, everyMs).unref();
  return {
    async stop() {
      isStopping = true;
      clearInterval(timer);
      await running;
    },
  };
}
