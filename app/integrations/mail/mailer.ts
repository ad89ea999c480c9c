/** What every mail transport promises. */

export type OutgoingMail = {
  /** The outbox row's id: travels as `Message-ID` and metadata, so that a receiver can recognise a second copy. */
  id: string;
  /** Template name, for the vendor's statistics. */
  tag: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  attachments: { filename: string; contentType: string; content: string }[];
  /** One-click address (RFC 8058) for mails that a reader can do without. */
  unsubscribeUrl?: string;
};

export type Mailer = {
  /** Hands the mail over, within a deadline. Throws `DeliveryError`. */
  send(mail: OutgoingMail): Promise<{ vendorId: string | null }>;
  /** Until when the vendor is left alone after failing; null when it may be tried. */
  pausedUntil?(): Date | null;
};

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
