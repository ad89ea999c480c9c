/** The only source of time. Tests pass a clock that they can move. */
export type Clock = {
  /** What a clock on the wall shows: for timestamps and calendar days. It may be set forward or back at any moment. */
  now(): Date;
  /** Milliseconds since some moment, never going back: for waits, limits and the age of what is kept in memory. */
  monotonicMs(): number;
};

export const systemClock: Clock = { now: () => new Date(), monotonicMs: () => performance.now() };

/** A clock that stands still until a test moves it. */
export type FixedClock = Clock & {
  /** Sets the clock on the wall alone, as an administrator does. */
  set(iso: string): void;
  /** Lets time pass. */
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
