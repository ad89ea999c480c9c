import { createHash } from "node:crypto";
import type { InvoiceRequest } from "./accounting.ts";

/** A custom connection belongs to one organisation: Xero wants the tenant header empty. */
export const TENANT = "";

export const quoted = (text: string) => `"${text.replace(/[\\"]/g, (character) => `\\${character}`)}"`;

/** Same request, same key; Xero demands another for a changed request. */
export function keyFor(request: InvoiceRequest, purpose: string): string {
  const { mayExist: _mayExist, ...content } = request;
  const digest = createHash("sha256").update(JSON.stringify(content)).digest("hex").slice(0, 16);
  return `${request.idempotencyKey}-${purpose}-${digest}`;
}
