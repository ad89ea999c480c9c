import { BusyError } from "./storage-error.ts";

/** Lets at most `max` holders in at once, first come first served. */
export class Semaphore {
  readonly #max: number;
  #count = 0;
  readonly #waiting = new Set<() => void>();

  constructor(max = 1) {
    this.#max = max;
  }

  get isFull(): boolean {
    return this.#count >= this.#max;
  }

  /** Resolves when the caller is in. Rejects with `BusyError` after the deadline, on the monotonic clock. */
  acquire(deadline = Infinity): Promise<void> {
    if (!this.isFull) {
      this.#count += 1;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const enter = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(
        () => {
          this.#waiting.delete(enter);
          reject(new BusyError("Other writes took too long"));
        },
        Math.min(Math.max(0, deadline - performance.now()), 2 ** 31 - 1),
      );
      this.#waiting.add(enter);
    });
  }

  release(): void {
    const [next] = this.#waiting;
    if (!next) {
      this.#count -= 1;
      return;
    }
    this.#waiting.delete(next);
    next();
  }

  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    await this.acquire();
    try {
      return await work();
    } finally {
      this.release();
    }
  }
}
