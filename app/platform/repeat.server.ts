/** Runs `work` again and again, `everyMs` apart and never twice at once. `stop()` waits for a run that has begun. */
export function startRepeating(options: {
  everyMs: number;
  work(isStopping: () => boolean): Promise<unknown>;
  onFailure(error: unknown): void;
}): { stop(): Promise<void> } {
  let isStopping = false;
  let running: Promise<void> | null = null;
  const run = async () => {
    await options.work(() => isStopping);
  };
  const timer = setInterval(() => {
    running ??= run()
      .catch(options.onFailure)
      .finally(() => {
        running = null;
      });
  }, options.everyMs).unref();
  return {
    async stop() {
      isStopping = true;
      clearInterval(timer);
      await running;
    },
  };
}
