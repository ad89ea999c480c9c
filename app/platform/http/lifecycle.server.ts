/** `beginStop` is final. */
export type Lifecycle = { isStopping(): boolean; beginStop(): void };

export function createLifecycle(): Lifecycle {
  let hasStopped = false;
  return {
    isStopping: () => hasStopped,
    beginStop: () => {
      hasStopped = true;
    },
  };
}
