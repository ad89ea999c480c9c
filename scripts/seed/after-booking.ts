import type { Deps } from "#app/deps.server.ts";
import { SYSTEM } from "#app/features/audit/record-audit.server.ts";
import { CHANNEL_WORDS } from "#app/features/booking/fields/reference-lists.ts";
import { bookingSubmission } from "#app/features/booking/fields/schema.ts";
import { consumerRights } from "#app/features/booking/fields/consumer.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { findBooking } from "#app/features/booking/record/find-booking.server.ts";
import { makeRequest } from "#app/features/booking/record/requests.server.ts";
import { submitBooking } from "#app/features/booking/record/submit-booking.server.ts";
import { writeConcern } from "#app/features/safeguarding/concerns.server.ts";
import { billingPlan } from "#app/features/staff/booking/billing-edit.server.ts";
import { editBooking } from "#app/features/staff/booking/edit-booking.server.ts";
import { addDays, isWeekend, londonDate } from "#app/platform/dates.ts";
import type { Random } from "./random.ts";
import { tellStory } from "./stories.ts";

const BY_REFERRER = { actor: { kind: "visitor", id: null }, requestId: "seed" } as const;
const BY_STAFF = { actor: SYSTEM, requestId: "seed" };

/** Numbers for the invoice, which an organisation gives after booking. Returns the booking as it is then. */
export async function seedBilling(deps: Deps, booking: BookingRow, number: number): Promise<BookingRow> {
  const { referrer_organisation: billingName } = booking;
  if (billingName === null) return booking;
  const result = await editBooking(deps, {
    ...BY_REFERRER,
    bookingId: booking.id,
    version: booking.version,
    plan: billingPlan(deps.secrets, {
      poNumber: `45001${number}`,
      matterReference: number % 2 === 0 ? `CA/${number}` : null,
      billingName,
      billingAddress: "1 High Street, Leeds, LS1 1AA",
      billingEmail: "accounts@example.org",
    }),
    isReferrerTold: false,
  });
  if (!result.ok) throw new Error(`A demonstration booking takes no billing details: ${result.problem}`);
  return (await findBooking(deps.db, booking.id))!;
}

/** A request of each kind, and a safeguarding concern, for staff to look after. Who may cancel by law does not ask. */
export async function seedWork(deps: Deps, bookings: BookingRow[]): Promise<void> {
  const today = londonDate(deps.clock.now());
  const cancelled = bookings.findLast((booking) => consumerRights(booking, today)?.isOver !== false);
  const [moved, worrying] = bookings.filter((booking) => booking !== cancelled).slice(-2);
  let day = addDays(today, 25);
  while (isWeekend(day)) day = addDays(day, 1);
  if (moved)
    await makeRequest(deps, moved.id, { ...BY_REFERRER, kind: "date", day, note: "Mornings suit best." });
  if (cancelled) {
    const note = "The court no longer needs the report.";
    await makeRequest(deps, cancelled.id, { ...BY_REFERRER, kind: "cancel", day: null, note });
  }
  if (worrying) {
    const text = "The referrer says that a neighbour has the bank card and does not give it back.";
    await writeConcern(deps, { ...BY_STAFF, bookingId: worrying.id, kind: "raised", text });
  }
}

/** A booking that came by telephone. */
export async function seedTypedIn(deps: Deps, random: Random): Promise<BookingRow> {
  const today = londonDate(deps.clock.now());
  const channel = "telephone";
  return submitBooking(deps, {
    ...BY_STAFF,
    submission: bookingSubmission(today).parse(tellStory(0, today, random).form),
    tracking: { utmParameters: {}, sessionData: {} },
    channel,
    note: `How it came: ${CHANNEL_WORDS[channel]}.`,
  });
}
