export type Clock = {
  /** Wall clock, for timestamps and calendar days: it may be set forward or back. */
  now(): Date;
  /** Milliseconds that never go back, for waits and limits. */
  monotonicMs(): number;
};

export const systemClock: Clock = { now: () => new Date(), monotonicMs: () => performance.now() };
