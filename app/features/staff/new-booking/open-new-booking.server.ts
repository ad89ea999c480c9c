import { replace } from "react-router";
import type { Deps } from "#app/deps.server.ts";
import { typedAnswers } from "#app/features/before-booking/wizard/check-answers.ts";
import { boxNumbers } from "#app/features/booking/fields/box-numbers.ts";
import { firstSelectableDay } from "#app/features/booking/fields/calendar.ts";
import { CHANNELS } from "#app/features/booking/fields/reference-lists.ts";
import { BANK_HOLIDAYS } from "#app/features/booking/fields/closed-days.server.ts";
import { bookingOfDraft } from "#app/features/booking/record/find-booking.server.ts";
import { DRAFT_HOURS } from "#app/features/data-protection/retention.ts";
import { londonDate } from "#app/platform/dates.ts";
import { findKnownCaller, saysTheSame } from "#app/features/booking/record/known-caller.server.ts";
import { missingIn, readPosted } from "./typed-booking.server.ts";
import { draftIdOf, findStaffDraft, listStaffDrafts, madeAt } from "./new-booking-drafts.server.ts";

/** Reads the page on which staff type in a booking. Without a draft in the address it leads to one with a new id, under
 * which nothing is saved yet. One that was booked leads to its booking. */
export async function openNewBooking(deps: Deps, userId: string, request: Request) {
  const id = draftIdOf(request);
  const query = new URL(request.url).searchParams;
  if (id === null) {
    query.set("draft", deps.ids.uuid());
    throw replace(`/admin/bookings/new?${query}`, 303);
  }
  const booking = await bookingOfDraft(deps.db, id);
  if (booking) throw replace(`/admin/bookings/${booking.id}`, 303);
  const draft = await findStaffDraft(deps, userId, id);
  const now = deps.clock.now();
  const unfinished = await listStaffDrafts(deps, userId);
  const today = londonDate(now);
  const answers = draft?.answers ?? { ...readPosted(new FormData()), channel: CHANNELS[0] };
  const caller = draft ? await findKnownCaller(deps, draft.answers) : null;
  return {
    draftId: id,
    /** The version in which we filled in the caller's details: the form is drawn anew with them. */
    filledAt: query.get("filled") ?? "",
    caller: caller && !saysTheSame(answers, caller) ? caller : null,
    saved: draft ? typedAnswers(draft.answers) : {},
    missing: missingIn(deps, answers),
    version: draft?.version ?? 0,
    savedAt: draft?.updated_at ?? null,
    isExpired: !draft && now.getTime() - madeAt(id).getTime() > DRAFT_HOURS * 3_600_000,
    unfinished: unfinished.filter((one) => one.id !== id),
    numbers: boxNumbers(),
    firstDay: firstSelectableDay({ today, allowWeekends: false, bankHolidays: BANK_HOLIDAYS }),
  };
}

export type NewBookingPage = Awaited<ReturnType<typeof openNewBooking>>;
