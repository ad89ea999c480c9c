import type { ExpressionBuilder } from "kysely";
import { pageAsked, rowsBefore } from "#app/kit/pages.ts";
import type { Tables } from "#app/platform/tables.ts";
import type { Account } from "#app/features/accounts/session/principal.server.ts";
import { isOpenTo } from "#app/features/organisations/record/membership.server.ts";
import type { Db } from "#app/platform/database.server.ts";
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

type Builder = ExpressionBuilder<Tables, "bookings">;
type Who = Pick<Account, "userId" | "emailKey" | "isEmailConfirmed">;
type ReadDeps = Pick<Deps, "db" | "settings">;

const ofAccount =
  (db: Db, { userId }: Pick<Account, "userId">) =>
  (eb: Builder) =>
    eb("id", "in", linkedTo(db, userId));

const ofReferrer = (db: Db, account: Who) => (eb: Builder) =>
  eb.and([
    eb("referrer_email_key", "=", account.emailKey),
    ...(account.isEmailConfirmed ? [] : [ofAccount(db, account)(eb)]),
  ]);

export async function listCustomerBookings(deps: ReadDeps, account: Who, page: PageOfList = {}) {
  const { db } = deps;
  return newestBookings(db, page).where(ofAccount(db, account)).where(isOpenTo(deps, account)).execute();
}

/** "My Referrals": those with the user as referrer. Only linked ones until their address is confirmed: anybody can type
 * an address. */
export async function listCustomerReferrals(deps: ReadDeps, account: Who, page: PageOfList = {}) {
  const { db } = deps;
  return newestBookings(db, page).where(ofReferrer(db, account)).where(isOpenTo(deps, account)).execute();
}

const CARDS_AT_ONCE = 50;

/** The bookings of a customer, a page of each list as the address says. */
export async function readCustomerDashboard(deps: Deps, account: Account, url: URL) {
  const isReferred = ofReferrer(deps.db, account);
  const isLinked = ofAccount(deps.db, account);
  const isOpen = isOpenTo(deps, account);
  const read = async (name: string, own: typeof isLinked) => {
    const { count } = await deps.db
      .selectFrom("bookings")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .where(own)
      .where(isOpen)
      .executeTakeFirstOrThrow();
    const at = pageAsked(url, Number(count), { name, size: CARDS_AT_ONCE });
    const rows = await newestBookings(deps.db, { limit: at.size })
      .where(own)
      .where(isOpen)
      .offset(rowsBefore(at))
      .execute();
    return { at, rows };
  };
  const { at: bookingsAt, rows: bookings } = await read("bookings", isLinked);
  const { at: referralsAt, rows: referrals } = await read("referrals", isReferred);
  const rows = [...new Map([...bookings, ...referrals].map((row) => [row.id, row])).values()];
  const models = await readBookings(deps, rows);
  const progress = await readProgress(deps, rows);
  const { visits, days } = await visitsAndDays(deps, rows);
  const completions = await referralCompletions(deps, models);
  const uncontacted = new Set(rows.filter((row) => row.awaits_contact_since !== null).map(({ id }) => id));
  const cards = new Map(
    models.map((booking) => {
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
    at: { bookings: bookingsAt, referrals: referralsAt },
  };
}
