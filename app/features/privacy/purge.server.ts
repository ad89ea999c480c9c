import { setImmediate } from "node:timers/promises";
import { findCustomersForPrivacy } from "#app/features/accounts/record/erase-account.server.ts";
import {
  bookingsOfReferrer,
  bookingsPastRetention,
} from "#app/features/booking/record/find-booking.server.ts";
import type { Deps } from "#app/deps.server.ts";
import { transact, type Executor } from "#app/platform/database.server.ts";
import { activeRestrictions, allRestrictions } from "#app/features/data-protection/restrictions.server.ts";
import { retentionCutoffs } from "#app/features/data-protection/retention.ts";
import type { KeptPeople } from "#app/features/data-protection/personal.ts";
import { deleteErasedFiles } from "./erase-person.server.ts";
import { eraseBookingEverywhere, isBookingChangedSince, purgeRooms } from "./personal-rooms.server.ts";

/** The addresses and bookings that are restricted or held, with all bookings of these addresses; `subjectIds` are all
 * records that their history is about. */
async function restrictedPeople(executor: Executor): Promise<KeptPeople> {
  const restrictions = await allRestrictions(executor);
  const emailKeys = restrictions.flatMap(({ email_key }) => email_key ?? []);
  const bookingIds = restrictions.flatMap(({ booking_id }) => booking_id ?? []);
  const others: { id: string }[] = [];
  const cases = executor.selectFrom("privacy_cases").select("id");
  const complaints = executor.selectFrom("complaints").select("id");
  for (const emailKey of emailKeys) {
    bookingIds.push(...(await bookingsOfReferrer(executor, emailKey)).map(({ id }) => id));
    others.push(...(await findCustomersForPrivacy(executor, emailKey)).map(({ user }) => user));
    others.push(...(await cases.where("email_key", "=", emailKey).execute()));
    others.push(...(await complaints.where("email_key", "=", emailKey).execute()));
  }
  for (const bookingId of bookingIds) {
    others.push(...(await cases.where("booking_id", "=", bookingId).execute()));
  }
  return { emailKeys, bookingIds, subjectIds: [...bookingIds, ...others.map(({ id }) => id)] };
}

/** Deletes what is past its retention period (`retention.ts`). Of people who are restricted or held it keeps bookings,
 * mails, complaints and their history; unfinished drafts still expire. Safe to repeat or kill: each booking has
 * its own transaction. Returns the counts. */
export async function purgeExpired(deps: Deps, isStopping = () => false) {
  const { db, clock } = deps;
  const now = clock.now();
  const cutoffs = retentionCutoffs(deps.settings.current().retention, now);
  const kept = await restrictedPeople(db);
  const expired = await bookingsPastRetention(db, {
    unrealised: cutoffs.unrealisedBookings,
    realised: cutoffs.realisedBookings,
  });
  let bookings = 0;
  for (const booking of expired) {
    // Requests are answered between two bookings.
    await setImmediate();
    if (isStopping()) break;
    const restrictions = await activeRestrictions(db, {
      emailKey: booking.referrer_email_key,
      bookingIds: [booking.id],
    });
    if (restrictions.length > 0) continue;
    const isRealised = booking.status === "confirmed" || booking.status === "completed";
    const cutoff = isRealised ? cutoffs.realisedBookings : cutoffs.unrealisedBookings;
    if (await isBookingChangedSince(db, booking.id, cutoff)) continue;
    const files = await transact({ db }, ({ db: trx }) => eraseBookingEverywhere(trx, deps, booking.id));
    await deleteErasedFiles(deps, files);
    bookings += 1;
  }
  const { drafts = 0, mails = 0 } = await purgeRooms(deps, { now, cutoffs, kept });
  return { bookings, drafts, mails };
}
