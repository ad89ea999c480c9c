import {
  type KeyedRequest,
  KeyAlreadyUsed,
  recallKey,
  rememberKey,
  claimKey,
} from "#app/features/booking/record/idempotency.server.ts";
import { ApiError, tooMany } from "./errors.ts";
import type { Deps } from "#app/deps.server.ts";
import { bookingWithReference, findBooking } from "#app/features/booking/record/find-booking.server.ts";
import { submitBooking } from "#app/features/booking/record/submit-booking.server.ts";
import { londonDate } from "#app/platform/dates.ts";
import { hitRateLimit } from "#app/platform/rate-limit.server.ts";
import { RATE_LIMITS } from "#app/rate-limits.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { bookingRequest } from "./operations/booking-request.ts";
import { BOOKING_CALLS } from "./operations/bookings.ts";
import { parseJson, readRawJson } from "./read-json.server.ts";
import type { Call } from "./serve.server.ts";
import { createInvoice } from "#app/features/billing/create-invoice.server.ts";
import { requireBookingAccess, type ApiRequest } from "./booking-access.server.ts";
import type { AnswerOf } from "./operation.ts";
import { INVOICE_CALLS } from "./operations/invoices.ts";

const MAX_KEY_LENGTH = 255;

/** A call with an `Idempotency-Key`; null without one or with an empty one. Throws 400 for a malformed one. */
export function keyedRequest(request: Request, call: string, body: unknown): KeyedRequest | null {
  const key = request.headers.get("Idempotency-Key");
  if (!key) return null;
  if (key.length > MAX_KEY_LENGTH || !/^[\x20-\x7e]+$/.test(key))
    throw new ApiError(400, `The Idempotency-Key must have 1 to ${MAX_KEY_LENGTH} printable characters.`);
  return { key, call, body };
}

export const keyConflict = (): ApiError =>
  new ApiError(409, "This Idempotency-Key was used for another request. Please use a new one.");

type BookingCall = Pick<Call<typeof BOOKING_CALLS.createBooking>, "deps" | "request" | "scope" | "by">;

/** Books once per `Idempotency-Key`. A used key is answered before the body is checked: its date may have become too
 * soon since. Throws 409, 422 and 429; a refused body leaves the key unused. */
export async function createBooking({ deps, request, scope, by }: BookingCall): Promise<BookingRow> {
  const body = await readRawJson(request);
  const keyed = keyedRequest(request, BOOKING_CALLS.createBooking.id, body);
  const earlier = keyed && (await findEarlier(deps, keyed));
  if (earlier) return earlier;

  const { submission, tracking } = parseJson(body, bookingRequest(londonDate(deps.clock.now())));
  const verdict = await hitRateLimit(deps, RATE_LIMITS.booking, scope.clientAddress);
  if (!verdict.isAllowed) throw tooMany(verdict.retryAfterSeconds);
  try {
    return await submitBooking(deps, {
      submission,
      tracking,
      ...by,
      ...(keyed && { alsoWrite: (inside, booking) => rememberKey(inside.db, deps, keyed, booking.id) }),
    });
  } catch (error) {
    const winner = error instanceof KeyAlreadyUsed && keyed ? await findEarlier(deps, keyed) : null;
    if (!winner) throw error;
    return winner;
  }
}

async function findEarlier(deps: Deps, keyed: KeyedRequest): Promise<BookingRow | null> {
  const recalled = await recallKey(deps.db, deps, keyed);
  if (recalled.kind === "other-request") throw keyConflict();
  if (recalled.kind === "new") return null;
  const booking = await findBooking(deps.db, recalled.bookingId);
  return booking && { ...booking, token_version: FIRST_TOKEN_VERSION };
}

/** A repeated request gets the first answer's token, even if it was revoked since: it must not get a new one. */
const FIRST_TOKEN_VERSION = 1;

const CALL = INVOICE_CALLS.createInvoice;

const MESSAGES = {
  following: "The invoice is not ready yet: it follows by email.",
  none: "There is nothing to pay now for this booking, so it has no invoice.",
} as const;

/** Makes or finds the one invoice of a booking. Throws 404, 409 and 422. */
export async function createInvoiceByCall(visit: ApiRequest): Promise<AnswerOf<typeof CALL, 200>> {
  const { deps, request } = visit;
  const raw = await readRawJson(request);
  const keyed = keyedRequest(request, CALL.id, raw);
  const body = parseJson(raw, CALL.body);
  const reference = body.bookingReference?.trim().toUpperCase();
  const named = reference ? await bookingWithReference(deps.db, reference) : null;
  const { booking } = await requireBookingAccess(visit, body.bookingId ?? named?.id, body.token);
  if (keyed && !(await claimKey(deps, keyed, booking.id))) throw keyConflict();

  const outcome = await createInvoice(deps, booking);
  if (outcome.state !== "ready") return { success: false, message: MESSAGES[outcome.state] };
  return { success: true, invoice: { onlineInvoiceUrl: outcome.invoice.onlineUrl } };
}
