import type { Deps } from "#app/deps.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";

const subject = (documentId: string) => `invoice:${documentId}`;

/** True for a document's link. Whoever pays has it, so that a new address of the referrer ends it not; staff end it
 * when they end the booking's links. An earlier release mailed links with the booking's version of that time. */
export function isInvoiceToken(
  secrets: Deps["secrets"],
  token: string,
  documentId: string,
  { token_version, invoice_link_version }: Pick<BookingRow, "token_version" | "invoice_link_version">,
) {
  for (let one = invoice_link_version; one <= token_version; one += 1)
    if (secrets.isAccessToken(token, subject(documentId), one)) return true;
  return false;
}

/** Path and query of a document's page. `version` is its booking's `invoice_link_version`: 1 until staff end links. */
export const invoicePath = (secrets: Deps["secrets"], documentId: string, version = 1): string =>
  `/invoices/${documentId}?token=${secrets.accessToken(subject(documentId), version)}`;
