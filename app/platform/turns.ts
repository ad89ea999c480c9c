import { BusyError } from "./storage-error.ts";

/** Lets at most `most` work at once, in the order in which they came. */
export class Turns {
  readonly #most: number;
  #taken = 0;
  readonly #waiting = new Set<() => void>();

  constructor(most = 1) {
    this.#most = most;
  }

  get isTaken(): boolean {
    return this.#taken >= this.#most;
  }

  /** Resolves when it is the caller's turn. Rejects with `BusyError` after the deadline, on the monotonic clock. */
  take(deadline = Infinity): Promise<void> {
    if (!this.isTaken) {
      this.#taken += 1;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(
        () => {
          this.#waiting.delete(begin);
          reject(new BusyError("Other writes took too long"));
        },
        Math.min(Math.max(0, deadline - performance.now()), 2 ** 31 - 1),
      );
      this.#waiting.add(begin);
    });
  }

  give(): void {
    const [next] = this.#waiting;
    if (!next) {
      this.#taken -= 1;
      return;
    }
    this.#waiting.delete(next);
    next();
  }

  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    await this.take();
    try {
      return await work();
    } finally {
      this.give();
    }
  }
}
