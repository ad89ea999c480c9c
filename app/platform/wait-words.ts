const named = (count: number, unit: string) => `${count} ${unit}${count === 1 ? "" : "s"}`;

/** `Please wait 12 seconds and try again.`, in minutes above 90 seconds, in hours from two hours on, rounded up. */
export function waitWords(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  const time =
    seconds <= 90
      ? named(seconds, "second")
      : minutes < 120
        ? named(minutes, "minute")
        : named(Math.ceil(minutes / 60), "hour");
  return `Please wait ${time} and try again.`;
}
