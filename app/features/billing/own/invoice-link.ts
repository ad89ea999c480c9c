import type { Deps } from "#app/deps.server.ts";

/** The token of a document's page, derived from the version of its booking's links: what ends these ends it, too. */
const subject = (documentId: string) => `invoice:${documentId}`;

export function isInvoiceToken(secrets: Deps["secrets"], token: string, documentId: string, version: number) {
  return secrets.isAccessToken(token, subject(documentId), version);
}

/** Path and query of a document's page. */
export function invoicePath(secrets: Deps["secrets"], documentId: string, version: number): string {
  return `/invoices/${documentId}?token=${secrets.accessToken(subject(documentId), version)}`;
}
