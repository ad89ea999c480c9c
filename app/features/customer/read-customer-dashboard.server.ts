import type { Account } from "#app/features/accounts/principal.server.ts";
import { referralCompletions } from "#app/features/referral/queries.server.ts";
import type { Deps } from "#app/deps.server.ts";
import { summariseBooking } from "#app/features/booking/booking-summary.ts";
import { listCustomerBookings, listCustomerReferrals } from "./customer-queries.server.ts";
import { readBookings } from "#app/features/booking/queries.server.ts";

const MOST_CARDS = 100;

export async function readCustomerDashboard(deps: Pick<Deps, "db" | "secrets" | "clock">, account: Account) {
  const bookings = await listCustomerBookings(deps, account, { limit: MOST_CARDS });
  const referrals = await listCustomerReferrals(deps, account, { limit: MOST_CARDS });
  const rows = [...new Map([...bookings, ...referrals].map((row) => [row.id, row])).values()];
  const read = await readBookings(deps, rows);
  const completions = await referralCompletions(deps, read);
  const cards = new Map(
    read.map((booking) => {
      const { submittedAt, completeCount, sectionCount } = completions.get(booking.id)!;
      return [
        booking.id,
        { ...summariseBooking(booking), referral: { submittedAt, completeCount, sectionCount } },
      ];
    }),
  );
  return {
    bookings: bookings.map((row) => cards.get(row.id)!),
    referrals: referrals.map((row) => cards.get(row.id)!),
  };
}

export type CustomerCard = Awaited<ReturnType<typeof readCustomerDashboard>>["bookings"][number];
