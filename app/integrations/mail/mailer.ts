import type { Clock } from "#app/platform/clock.ts";

export type OutgoingMail = {
  /** The outbox row's id, sent as `Message-ID` and metadata, so that a second copy can be recognised. */
  id: string;
  tag: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  attachments: { filename: string; contentType: string; content: string }[];
  unsubscribeUrl?: string;
};

export type Mailer = {
  /** Sends the mail within a deadline. Throws `DeliveryError`. */
  send(mail: OutgoingMail): Promise<{ vendorId: string | null }>;
  /** Milliseconds until it may be asked again after failing. */
  pausedMs?(): number;
};

/** `from` is asked for each mail: settings may change it. `domain` is that of message ids. */
export type MimeOptions = { from: () => string; domain: string; clock: Clock };
