import type { ActionFunctionArgs } from "react-router";
import type { BookingPageArgs } from "#app/features/booking/record/guards.server.ts";
import { CENTURY_AHEAD, dayProblem } from "#app/features/booking/fields/calendar.ts";
import { BANK_HOLIDAYS } from "#app/features/booking/fields/closed-days.server.ts";
import { multilineText, text } from "#app/features/booking/fields/form-values.ts";
import { readDate } from "#app/forms/date-parts.ts";
import { z } from "zod";
import type { Deps } from "#app/deps.server.ts";
import {
  openBooking,
  postedOwn,
  type PostedOwn,
} from "#app/features/after-booking/pages/booking-page.server.ts";
import type { ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import { rightToCancel } from "#app/features/booking/fields/consumer.ts";
import { isToCome } from "#app/features/booking/fields/status.ts";
import { listRequests, makeRequest, withdrawRequest } from "#app/features/booking/record/requests.server.ts";
import type { RequestKind } from "#app/features/booking/record/request-words.ts";
import { DONE, refused, whyKept, type Refused } from "#app/features/booking/record/change-booking.server.ts";
import { KEPT_WORDS, type Kept } from "#app/features/booking/record/kept-words.ts";
import { bookingDayOf } from "#app/features/visits/record/booking-days.server.ts";
import { answerForms, formOf } from "#app/forms/answer-forms.server.ts";
import { londonDate, type IsoDate } from "#app/platform/dates.ts";
import { hitRateLimit } from "#app/platform/rate-limit.server.ts";
import { RATE_LIMITS } from "#app/rate-limits.ts";

/** Reads a page on which a referrer asks for something. Throws as `requireBooking`. */
export async function openRequestPage(args: BookingPageArgs, kind: RequestKind) {
  const { deps, booking, row, headers } = await openBooking(args);
  const requests = await listRequests(deps, row.id);
  const open = requests.find((one) => one.kind === kind && one.answered_at === null);
  const page = {
    booking,
    day: await bookingDayOf(deps, row),
    canAsk: isToCome(row.status),
    /** A private person cancels at once; null for others, who ask. */
    rights: rightToCancel(row, londonDate(deps.clock.now())),
    open: open ? { day: open.day, note: open.note } : null,
  };
  return { page, headers };
}

const note = multilineText("The note", 500);

const day = text("The date", 40);

/** Another date that a referrer asks for. `today` is London's; a weekend is valid, because staff decide. */
export const dateRequest = (today: IsoDate) =>
  z
    .object({
      preferredDate: day,
      "preferredDate-day": day,
      "preferredDate-month": day,
      "preferredDate-year": day,
      note,
    })
    .transform((values, context) => {
      const wanted = readDate(values, "preferredDate", CENTURY_AHEAD) ?? "";
      const rule = { today, allowWeekends: true, bankHolidays: BANK_HOLIDAYS };
      const problem = wanted === "" ? "Please enter the date that would suit you." : dayProblem(wanted, rule);
      if (problem) context.addIssue({ code: "custom", path: ["preferredDate"], message: problem });
      return { day: wanted, note: values.note };
    });

export type DateRequest = { preferredDate: string; note: string };

export const CancelRequest = z.object({ note });

const CLOSED = "This booking is no longer open, so nothing was sent. Please call us.";
const RIGHT_IS_OVER =
  "Your right to cancel was over when you pressed the button, so nothing was cancelled. You can ask us to cancel: press “Ask to cancel”.";
const TOO_MANY = "There have been many requests from your connection. Please try again later, or call us.";

const form = formOf<PostedOwn, Refused<Kept | "closed" | "right-is-over" | "too-many">>();

type Page = {
  schema: (today: IsoDate) => z.ZodType<{ day?: IsoDate; note: string }>;
  summary: string;
  /** The id of the page's form. */
  formId: string;
  /** A private person's cancellation takes effect while there is a right to it. */
  cancelByRight?: (
    deps: Deps,
    change: ActedByRequest & { bookingId: string; note: string },
  ) => Promise<{ ok: boolean }>;
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
        if (!isToCome(booking.status)) return refused("closed");
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
  return async (args: ActionFunctionArgs & BookingPageArgs) => answer(await postedOwn(args));
}
