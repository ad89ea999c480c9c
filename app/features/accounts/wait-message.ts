export function waitMessage(retryAfterSeconds: number): string {
  const minutes = Math.ceil(retryAfterSeconds / 60);
  return retryAfterSeconds <= 90
    ? `Too many attempts. Please wait ${retryAfterSeconds} seconds and try again.`
    : `Too many attempts. Please wait ${minutes} minutes and try again.`;
}
