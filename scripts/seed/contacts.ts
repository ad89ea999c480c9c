import type { Deps } from "#app/deps.server.ts";
import { logContact } from "#app/features/staff/booking/answer-booking-page.server.ts";
import { addDays, isWeekend, londonDate } from "#app/platform/dates.ts";
import type { fixedClock } from "./fixed-clock.ts";
import type { Random } from "./random.ts";

const HOUR_MS = 3_600_000;

const NOTES = [
  "Mornings suit best. We look for a day.",
  "Wants to ask the family about the day first.",
  "Waits for a letter from the GP before we agree a day.",
  "Would like the visit after a hospital appointment.",
];

/** The practice keeps its promise: whoever has waited for about a day was rung within one, and the bookings that are
 * still pending are rung again on a day to come. Returns how many. */
export async function seedContacts(
  deps: Deps & { clock: ReturnType<typeof fixedClock>; today: Date },
  userId: string,
  random: Random,
): Promise<number> {
  const now = deps.today.getTime();
  const waiting = await deps.db
    .selectFrom("bookings")
    .select(["id", "status", "awaits_contact_since"])
    .where("awaits_contact_since", "<", new Date(now - 20 * HOUR_MS).toISOString())
    .orderBy("created_at")
    .execute();
  for (const { id, status, awaits_contact_since } of waiting) {
    const at = Date.parse(awaits_contact_since!) + random.between(60, 18 * 60) * 60_000;
    deps.clock.set(new Date(Math.min(at, now - HOUR_MS)).toISOString());
    let nextDay = addDays(londonDate(deps.today), random.between(1, 6));
    while (isWeekend(nextDay)) nextDay = addDays(nextDay, 1);
    const by = { actor: { kind: "staff", id: userId }, requestId: "seed" } as const;
    await logContact(
      { deps, by, bookingId: id },
      { outcome: "spoke", note: random.pick(NOTES), nextDay: status === "pending" ? nextDay : null },
    );
  }
  return waiting.length;
}
