import { redirect } from "react-router";
import type { Deps } from "#app/deps.server.ts";
import { requestScope } from "#app/context.ts";
import { openBooking, requireOwnBooking } from "#app/features/after-booking/pages/booking-page.server.ts";
import { actorOf } from "#app/features/accounts/session/principal.server.ts";
import type { RouteContext } from "#app/features/accounts/sign-in/guards.server.ts";
import type { ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import { rightToCancel } from "#app/features/booking/fields/consumer.ts";
import { isToCome, toBookingStatus } from "#app/features/booking/fields/status.ts";
import { listRequests, makeRequest, withdrawRequest } from "#app/features/booking/record/requests.server.ts";
import type { RequestKind } from "#app/features/booking/record/request-words.ts";
import { whyKept } from "#app/features/booking/record/change-booking.server.ts";
import { KEPT_WORDS } from "#app/features/booking/record/kept-words.ts";
import { bookingDayOf } from "#app/features/visits/record/booking-days.server.ts";
import { refuseForm, type FormReply } from "#app/forms/read-form.server.ts";
import { londonDate, type IsoDate } from "#app/platform/dates.ts";
import { hitRateLimit } from "#app/platform/rate-limit.server.ts";
import { RATE_LIMITS } from "#app/rate-limits.ts";

type Asked = { request: Request; params: { bookingId: string }; context: RouteContext };

/** Reads a page on which a referrer asks for something. Throws as `requireBooking`. */
export async function openRequestPage({ request, params, context }: Asked, kind: RequestKind) {
  const { deps } = context.get(requestScope);
  const { booking, row, headers } = await openBooking(deps, request, params.bookingId);
  const requests = await listRequests(deps, row.id);
  const open = requests.find((one) => one.kind === kind && one.answered_at === null);
  const today = londonDate(deps.clock.now());
  return {
    page: {
      booking,
      day: await bookingDayOf(deps, row),
      canAsk: isToCome(toBookingStatus(row.status)),
      /** A private person cancels at once; null for others, who ask. */
      rights: rightToCancel(row, today),
      open: open ? { day: open.day, note: open.note } : null,
    },
    row,
    today,
    headers,
  };
}

type Read =
  | { ok: true; value: { day?: IsoDate; note: string }; form: FormData }
  | { ok: false; reply: FormReply; form: FormData };

const CLOSED = "This booking is no longer open, so nothing was sent. Please call us.";
const RIGHT_IS_OVER =
  "Your right to cancel was over when you pressed the button, so nothing was cancelled. You can ask us to cancel: press “Ask to cancel”.";
const TOO_MANY = "There have been many requests from your connection. Please try again later, or call us.";

type CancelByRight = (
  deps: Deps,
  change: ActedByRequest & { bookingId: string; note: string },
) => Promise<{ ok: boolean }>;

/** Makes or takes back (`intent=withdraw`) a request and leads to the booking's page. A refusal is returned with its
 * status. With `cancelByRight`, a private person's cancellation takes effect while there is a right to it. */
export async function answerRequestPage(
  { request, params, context }: Asked,
  kind: RequestKind,
  read: (form: FormData) => Read,
  cancelByRight?: CancelByRight,
): Promise<Response | { reply: FormReply; status: 400 | 409 | 429 }> {
  const { deps, requestId, clientAddress } = context.get(requestScope);
  const { booking, principal, headers } = await requireOwnBooking(deps, request, params.bookingId);
  const by = { actor: actorOf(principal), requestId };
  const form = await request.formData();
  const kept = await whyKept(deps.db, booking, { by });
  if (kept) return { reply: refuseForm(form, KEPT_WORDS[kept]), status: 409 };
  if (form.get("intent") === "withdraw") {
    await withdrawRequest(deps, booking.id, { ...by, kind });
    return redirect(`/booking/${booking.id}?done=withdrawn`, { status: 303, headers });
  }
  const posted = read(form);
  if (!posted.ok) return { reply: posted.reply, status: 400 };
  const note = posted.value.note;
  // No limit of requests stands between a person and their right.
  const cancelled = await cancelByRight?.(deps, { ...by, bookingId: booking.id, note });
  if (cancelled?.ok) return redirect(`/booking/${booking.id}?done=cancelled`, { status: 303, headers });
  if (!isToCome(toBookingStatus(booking.status))) {
    return { reply: refuseForm(posted.form, CLOSED), status: 409 };
  }
  if (form.get("intent") === "cancel") return { reply: refuseForm(posted.form, RIGHT_IS_OVER), status: 409 };
  const verdict = await hitRateLimit(deps, RATE_LIMITS.bookingRequest, clientAddress);
  if (!verdict.isAllowed) return { reply: refuseForm(posted.form, TOO_MANY), status: 429 };
  const { day = null } = posted.value;
  const made = await makeRequest(deps, booking.id, { ...by, kind, day, note });
  if (!made.ok) return { reply: refuseForm(posted.form, CLOSED), status: 409 };
  return redirect(`/booking/${booking.id}?done=${kind}`, { status: 303, headers });
}
