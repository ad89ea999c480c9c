import type { Deps } from "#app/deps.server.ts";
import { findBookingForJob } from "#app/features/booking/find-booking.server.ts";
import {
  KeyTaken,
  recallKey,
  rememberKey,
  type KeyedRequest,
} from "#app/features/booking/idempotency.server.ts";
import { submitBooking } from "#app/features/booking/submit-booking.server.ts";
import { londonDate } from "#app/platform/dates.ts";
import { hitRateLimit } from "#app/platform/rate-limit.server.ts";
import { RATE_LIMITS } from "#app/rate-limits.ts";
import type { BookingRow } from "#app/features/booking/tables.ts";
import { tooMany } from "./errors.ts";
import { keyConflict, keyedRequest } from "./idempotency-key.ts";
import { bookingRequest } from "./operations/booking-request.ts";
import { BOOKING_CALLS } from "./operations/bookings.ts";
import { parseJson, readRawJson } from "./read-json.server.ts";
import type { Call } from "./serve.server.ts";

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
      ...(keyed && { alsoWrite: (trx, booking) => rememberKey(trx, deps, keyed, booking.id) }),
    });
  } catch (error) {
    const winner = error instanceof KeyTaken && keyed ? await findEarlier(deps, keyed) : null;
    if (!winner) throw error;
    return winner;
  }
}

async function findEarlier(deps: Deps, keyed: KeyedRequest): Promise<BookingRow | null> {
  const recalled = await recallKey(deps.db, deps, keyed);
  if (recalled.kind === "other-request") throw keyConflict();
  if (recalled.kind === "new") return null;
  const booking = await findBookingForJob(deps.db, recalled.bookingId);
  return booking && { ...booking, token_version: FIRST_TOKEN_VERSION };
}

/** A repeated request gets the first answer's token, even if it was revoked since: it must not get a new one. */
const FIRST_TOKEN_VERSION = 1;
