import type { z } from "zod";
import type { Deps } from "#app/deps.server.ts";
import { requestScope, type RequestScope } from "#app/context.ts";
import { openBooking, requireOwnBooking } from "#app/features/after-booking/pages/booking-page.server.ts";
import { actorOf } from "#app/features/accounts/session/principal.server.ts";
import type { RouteContext } from "#app/features/accounts/sign-in/guards.server.ts";
import type { ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import { rightToCancel } from "#app/features/booking/fields/consumer.ts";
import { isToCome, toBookingStatus } from "#app/features/booking/fields/status.ts";
import { listRequests, makeRequest, withdrawRequest } from "#app/features/booking/record/requests.server.ts";
import type { RequestKind } from "#app/features/booking/record/request-words.ts";
import { DONE, refused, whyKept, type Refused } from "#app/features/booking/record/change-booking.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { KEPT_WORDS, type Kept } from "#app/features/booking/record/kept-words.ts";
import { bookingDayOf } from "#app/features/visits/record/booking-days.server.ts";
import { answerForms, formOf, type Sent } from "#app/forms/answer-forms.server.ts";
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

const CLOSED = "This booking is no longer open, so nothing was sent. Please call us.";
const RIGHT_IS_OVER =
  "Your right to cancel was over when you pressed the button, so nothing was cancelled. You can ask us to cancel: press “Ask to cancel”.";
const TOO_MANY = "There have been many requests from your connection. Please try again later, or call us.";

type CancelByRight = (
  deps: Deps,
  change: ActedByRequest & { bookingId: string; note: string },
) => Promise<{ ok: boolean }>;

type Posted = Sent & { scope: RequestScope; booking: BookingRow; by: ActedByRequest };

const form = formOf<Posted, Refused<Kept | "closed" | "right-is-over" | "too-many">>();

type Page = {
  schema: (today: IsoDate) => z.ZodType<{ day?: IsoDate; note: string }>;
  summary: string;
  /** The id of the page's form. */
  formId: string;
  /** A private person's cancellation takes effect while there is a right to it. */
  cancelByRight?: CancelByRight;
};

/** Answers the page on which a referrer asks for something: makes a request, or takes it back. */
export function requestPage(kind: RequestKind, { schema, summary, formId, cancelByRight }: Page) {
  const ask = (isByRight: boolean) =>
    form({
      schema: ({ scope }) => schema(londonDate(scope.deps.clock.now())),
      async change({ scope: { deps, clientAddress }, booking, by }, { day = null, note }) {
        // No limit of requests stands between a person and their right.
        const cancelled = await cancelByRight?.(deps, { ...by, bookingId: booking.id, note });
        if (cancelled?.ok) return { ...DONE, done: "cancelled" };
        if (!isToCome(toBookingStatus(booking.status))) return refused("closed");
        if (isByRight) return refused("right-is-over");
        const verdict = await hitRateLimit(deps, RATE_LIMITS.bookingRequest, clientAddress);
        if (!verdict.isAllowed) return refused("too-many");
        return (await makeRequest(deps, booking.id, { ...by, kind, day, note })).ok
          ? DONE
          : refused("closed");
      },
      done: kind,
    });
  const answer = answerForms(
    {
      ask: ask(false),
      cancel: ask(true),
      withdraw: form({
        change: ({ scope, booking, by }) => withdrawRequest(scope.deps, booking.id, { ...by, kind }),
        done: "withdrawn",
      }),
    },
    {
      words: {
        ...KEPT_WORDS,
        closed: CLOSED,
        "right-is-over": RIGHT_IS_OVER,
        "too-many": { summary: TOO_MANY, status: 429 },
      },
      async guard({ scope, booking, by }) {
        const kept = await whyKept(scope.deps.db, booking, { by });
        if (kept) return refused(kept);
      },
      summary,
      otherwise: "ask",
      formId: () => formId,
      isRaw: true,
    },
  );
  return async ({ request, params, context }: Asked) => {
    const scope = context.get(requestScope);
    const { booking, principal, headers } = await requireOwnBooking(scope.deps, request, params.bookingId);
    const by = { actor: actorOf(principal), requestId: scope.requestId };
    return answer({
      form: await request.formData(),
      page: `/booking/${booking.id}`,
      headers,
      scope,
      booking,
      by,
    });
  };
}
