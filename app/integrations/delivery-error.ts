/** A vendor did not take a request. `message` is for staff and holds no personal data. */
export class DeliveryError extends Error {
  override name = "DeliveryError";
  readonly isPermanent: boolean;
  readonly retryAfterMs: number | null;
  /** The vendor was not asked: the try does not count. */
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
