import type { Deps } from "#app/deps.server.ts";
import { createInvoice } from "#app/features/billing/create-invoice.server.ts";
import { findBookingIdByReference } from "#app/features/booking/find-booking.server.ts";
import { claimKey } from "#app/features/booking/idempotency.server.ts";
import { requireBookingAccess } from "./booking-access.server.ts";
import { keyConflict, keyedRequest } from "./idempotency-key.ts";
import type { AnswerOf } from "./operation.ts";
import { INVOICE_CALLS } from "./operations/invoices.ts";
import { parseJson, readRawJson } from "./read-json.server.ts";

const CALL = INVOICE_CALLS.createInvoice;

type InvoiceAnswer = AnswerOf<typeof CALL, 200>;

const MESSAGES = {
  following: "The invoice is not ready yet: it follows by e-mail.",
  none: "There is nothing to pay now for this booking, so it has no invoice.",
} as const;

export async function createInvoiceByCall(visit: { deps: Deps; request: Request }): Promise<InvoiceAnswer> {
  const { deps, request } = visit;
  const raw = await readRawJson(request);
  const keyed = keyedRequest(request, CALL.id, raw);
  const body = parseJson(raw, CALL.body);
  const byReference =
    body.bookingReference && (await findBookingIdByReference(deps.db, body.bookingReference));
  const { booking } = await requireBookingAccess(visit, body.bookingId ?? byReference, body.token);
  if (keyed && !(await claimKey(deps, keyed, booking.id))) throw keyConflict();

  const outcome = await createInvoice(deps, booking);
  if (outcome.state !== "ready") return { success: false, message: MESSAGES[outcome.state] };
  return { success: true, invoice: { onlineInvoiceUrl: outcome.invoice.onlineUrl } };
}
