export type Clock = {
  /** Wall clock, for timestamps and calendar days: it may be set forward or back. */
  now(): Date;
  /** Milliseconds that never go back, for waits and limits. */
  monotonicMs(): number;
};

export const systemClock: Clock = { now: () => new Date(), monotonicMs: () => performance.now() };

type FixedClock = Clock & {
  set(iso: string): void;
  advance(ms: number): void;
};

export function fixedClock(start: string): FixedClock {
  let current = new Date(start);
  let passed = 0;
  return {
    now: () => new Date(current),
    monotonicMs: () => passed,
    set: (iso) => {
      current = new Date(iso);
    },
    advance: (ms) => {
      current = new Date(current.getTime() + ms);
      passed += ms;
    },
  };
}
