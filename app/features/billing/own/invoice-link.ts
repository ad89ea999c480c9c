import type { Deps } from "#app/deps.server.ts";

const subject = (documentId: string) => `invoice:${documentId}`;

/** The version of a document's own link. It was the booking's, which rises when the booking's links end: those that
 * were mailed then still open their document. */
const VERSION = 1;

/** True for a document's link. Whoever pays has it, so that nothing ends it while its booking is kept: neither a new
 * address of the referrer nor new links of the booking. `version` is the highest that a link was mailed with. */
export function isInvoiceToken(secrets: Deps["secrets"], token: string, documentId: string, version: number) {
  for (let one = VERSION; one <= version; one += 1)
    if (secrets.isAccessToken(token, subject(documentId), one)) return true;
  return false;
}

/** Path and query of a document's page. */
export const invoicePath = (secrets: Deps["secrets"], documentId: string): string =>
  `/invoices/${documentId}?token=${secrets.accessToken(subject(documentId), VERSION)}`;
