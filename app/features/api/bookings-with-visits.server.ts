import { agreedVisits, type AgreedVisit } from "#app/features/visits/agreed-visit.server.ts";
import type { Deps } from "#app/deps.server.ts";

/** The bookings with the visit that each has to come, as far as its referrer may know it. Two queries for any number. */
export async function withVisits<Booking extends { id: string }>(
  deps: Pick<Deps, "db" | "secrets" | "clock">,
  bookings: readonly Booking[],
): Promise<(Booking & { visit?: Pick<AgreedVisit, "day" | "start" | "end" | "mode" | "assessor"> })[]> {
  const ids = bookings.map(({ id }) => id);
  const agreed = await agreedVisits(deps, ids);
  return bookings.map((booking) => {
    const visit = agreed.get(booking.id);
    if (!visit) return booking;
    const { day, start, end, mode, assessor } = visit;
    return { ...booking, visit: { day, start, end, mode, assessor } };
  });
}
