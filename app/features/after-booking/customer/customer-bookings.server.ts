import { pageOfQuery } from "#app/kit/pieces.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import type { ExpressionBuilder } from "kysely";
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

type Builder = ExpressionBuilder<Tables, "bookings">;
type Who = Pick<Account, "userId" | "emailKey" | "isEmailConfirmed">;

const ofAccount =
  (db: Db, { userId }: Pick<Account, "userId">) =>
  (eb: Builder) =>
    eb("id", "in", db.selectFrom("customer_bookings").select("booking_id").where("user_id", "=", userId));

const ofReferrer = (db: Db, account: Who) => (eb: Builder) =>
  eb.and([
    eb("referrer_email_key", "=", account.emailKey),
    ...(account.isEmailConfirmed ? [] : [ofAccount(db, account)(eb)]),
  ]);

const listOf =
  (own: typeof ofReferrer) =>
  (deps: Pick<Deps, "db" | "settings">, account: Who, page: PageOfList = {}) =>
    newestBookings(deps.db, page).where(own(deps.db, account)).where(isOpenTo(deps, account)).execute();

export const listCustomerBookings = listOf(ofAccount);

/** "My Referrals": those with the user as referrer. Only linked ones until their address is confirmed: anybody can type
 * an address. */
export const listCustomerReferrals = listOf(ofReferrer);

const CARDS_AT_ONCE = 50;

/** The bookings of a customer, a page of each list as the address says. */
export async function readCustomerDashboard(deps: Deps, account: Account, url: URL) {
  const isOpen = isOpenTo(deps, account);
  const read = (name: string, own: ReturnType<typeof ofReferrer>) =>
    pageOfQuery(newestBookings(deps.db, {}).where(own).where(isOpen), url, { name, size: CARDS_AT_ONCE });
  const { at: bookingsAt, rows: bookings } = await read("bookings", ofAccount(deps.db, account));
  const { at: referralsAt, rows: referrals } = await read("referrals", ofReferrer(deps.db, account));
  const rows = [...new Map([...bookings, ...referrals].map((row) => [row.id, row])).values()];
  const models = await readBookings(deps, rows);
  const progress = await readProgress(deps, rows);
  const { visits, days } = await visitsAndDays(deps, rows);
  const completions = await referralCompletions(deps, models);
  const summaries = new Map(models.map((booking) => [booking.id, summariseBooking(booking)]));
  const cardOf = ({ id, awaits_contact_since }: BookingRow) => {
    const { submittedAt, completeCount, sectionCount } = completions.get(id)!;
    return {
      ...summaries.get(id)!,
      referral: { submittedAt, completeCount, sectionCount },
      progress: progress.get(id) ?? null,
      visit: visits.get(id) ?? null,
      day: days.get(id) ?? null,
      isContacted: awaits_contact_since === null,
    };
  };
  return {
    bookings: bookings.map(cardOf),
    referrals: referrals.map(cardOf),
    at: { bookings: bookingsAt, referrals: referralsAt },
  };
}
