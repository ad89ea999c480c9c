import type { Account } from "#app/features/accounts/session/principal.server.ts";
import type { Db } from "#app/platform/database.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { readProgress } from "#app/features/report/read-progress.server.ts";
import { referralCompletions } from "#app/features/referral/queries.server.ts";
import { visitsAndDays } from "#app/features/visits/record/booking-days.server.ts";
import type { Deps } from "#app/deps.server.ts";
import { summariseBooking } from "#app/features/booking/record/booking-summary.ts";
import {
  newestBookings,
  readBookings,
  type PageOfList,
} from "#app/features/booking/record/queries.server.ts";

const linkedTo = (db: Db, userId: string) =>
  db.selectFrom("customer_bookings").select("booking_id").where("user_id", "=", userId);

export async function listCustomerBookings(
  { db }: { db: Db },
  account: Pick<Account, "userId">,
  page: PageOfList = {},
): Promise<BookingRow[]> {
  return newestBookings(db, page).where("id", "in", linkedTo(db, account.userId)).execute();
}

/** "My Referrals": those with the user as referrer. Only linked ones until their address is confirmed: anybody can type
 * an address. */
export async function listCustomerReferrals(
  { db }: { db: Db },
  account: Pick<Account, "userId" | "emailKey" | "isEmailConfirmed">,
  page: PageOfList = {},
): Promise<BookingRow[]> {
  return newestBookings(db, page)
    .where("referrer_email_key", "=", account.emailKey)
    .$if(!account.isEmailConfirmed, (query) => query.where("id", "in", linkedTo(db, account.userId)))
    .execute();
}

const MAX_CARDS = 100;

export async function readCustomerDashboard(deps: Deps, account: Account) {
  const bookings = await listCustomerBookings(deps, account, { limit: MAX_CARDS });
  const referrals = await listCustomerReferrals(deps, account, { limit: MAX_CARDS });
  const rows = [...new Map([...bookings, ...referrals].map((row) => [row.id, row])).values()];
  const read = await readBookings(deps, rows);
  const progress = await readProgress(deps, rows);
  const { visits, days } = await visitsAndDays(deps, rows);
  const completions = await referralCompletions(deps, read);
  const uncontacted = new Set(rows.filter((row) => row.awaits_contact_since !== null).map(({ id }) => id));
  const cards = new Map(
    read.map((booking) => {
      const { submittedAt, completeCount, sectionCount } = completions.get(booking.id)!;
      return [
        booking.id,
        {
          ...summariseBooking(booking),
          referral: { submittedAt, completeCount, sectionCount },
          progress: progress.get(booking.id) ?? null,
          visit: visits.get(booking.id) ?? null,
          day: days.get(booking.id) ?? null,
          isContacted: !uncontacted.has(booking.id),
        },
      ];
    }),
  );
  return {
    bookings: bookings.map((row) => cards.get(row.id)!),
    referrals: referrals.map((row) => cards.get(row.id)!),
  };
}
