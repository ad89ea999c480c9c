import type { Clock } from "#app/platform/clock.ts";

/** A clock that moves only when it is moved. */
type FixedClock = Clock & {
  /** Sets the wall clock alone. */
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
