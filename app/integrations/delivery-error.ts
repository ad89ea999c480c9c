/** A vendor did not take what it was given. `message` is fit for staff to read and holds no personal data. */
export class DeliveryError extends Error {
  override name = "DeliveryError";
  readonly isPermanent: boolean;
  /** From `Retry-After`, when the vendor asked for it. */
  readonly retryAfterMs: number | null;
  constructor(
    message: string,
    options: { isPermanent: boolean; retryAfterMs?: number | null; cause?: unknown },
  ) {
    super(message, { cause: options.cause });
    this.isPermanent = options.isPermanent;
    this.retryAfterMs = options.retryAfterMs ?? null;
  }
}
