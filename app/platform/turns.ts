import { BusyError } from "./storage-error.ts";

/** One writer after the other, in the order in which they came. */
export class Turns {
  #isTaken = false;
  readonly #waiting = new Set<() => void>();

  get isTaken(): boolean {
    return this.#isTaken;
  }

  /** Resolves when it is the caller's turn. Rejects with `BusyError` after the deadline. */
  take(deadline: number): Promise<void> {
    if (!this.#isTaken) {
      this.#isTaken = true;
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
      this.#isTaken = false;
      return;
    }
    this.#waiting.delete(next);
    next();
  }
}
