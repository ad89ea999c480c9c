/** A vendor did not take what it was given. `message` is fit for staff to read and holds no personal data. */
export class DeliveryError extends Error {
  override name = "DeliveryError";
  readonly isPermanent: boolean;
  /** From `Retry-After`, when the vendor asked for it. */
  readonly retryAfterMs: number | null;
  /** Nothing was asked of the vendor: we held back ourselves. Such a try does not count. */
  readonly isUntried: boolean;
  constructor(
    message: string,
    options: { isPermanent: boolean; retryAfterMs?: number | null; isUntried?: boolean; cause?: unknown },
  ) {
    super(message, { cause: options.cause });
    this.isPermanent = options.isPermanent;
    this.retryAfterMs = options.retryAfterMs ?? null;
    this.isUntried = options.isUntried ?? false;
  }
}
