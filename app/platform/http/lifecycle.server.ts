/** `beginStop` is final. A starting server answers, but says that it is not ready yet. */
export type Lifecycle = {
  isStarting(): boolean;
  isStopping(): boolean;
  endStart(): void;
  beginStop(): void;
};

export function createLifecycle({ isStarting }: { isStarting: boolean } = { isStarting: false }): Lifecycle {
  let hasStopped = false;
  return {
    isStarting: () => isStarting,
    isStopping: () => hasStopped,
    endStart: () => {
      isStarting = false;
    },
    beginStop: () => {
      hasStopped = true;
    },
  };
}
