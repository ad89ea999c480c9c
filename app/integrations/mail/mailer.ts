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
  /** For how many milliseconds the vendor is still left alone after failing; 0 when it may be tried. */
  pausedMs?(): number;
};
