import { purgeAccess } from "#app/features/accounts/erase-account.server.ts";
import { purgeAudit } from "#app/features/audit/purge-audit.server.ts";
import { forgetOldKeys } from "#app/features/booking/idempotency.server.ts";
import { bookingsPastRetention } from "#app/features/booking/find-booking.server.ts";
import { purgeDrafts } from "#app/features/wizard/drafts.server.ts";
import type { Deps } from "#app/deps.server.ts";
import { deleteMailFiles, purgeMailBodies } from "#app/features/mail/erase-mails.server.ts";
import { purgeFormAnswers } from "#app/platform/http/answer-once.server.ts";
import { purgeRateLimits } from "#app/platform/rate-limit.server.ts";
import { activeRestrictions } from "#app/features/data-protection/restrictions.server.ts";
import { retentionCutoffs } from "#app/features/data-protection/retention.ts";
import { eraseBookingEverywhere } from "./erase-person.server.ts";

/** Deletes what is past its retention period (`retention.ts`), except bookings that are restricted or held. Safe to
 * repeat or kill: each booking has its own transaction. Returns the counts. */
export async function purgeExpired(deps: Deps): Promise<{ bookings: number; drafts: number; mails: number }> {
  const { db, clock } = deps;
  const now = clock.now();
  const cutoffs = retentionCutoffs(deps.settings.current().retention, now);
  const drafts = await purgeDrafts(deps);
  const mails = await purgeMailBodies(deps, cutoffs.mailBodies);
  await purgeAccess(db, now.toISOString());
  await forgetOldKeys(db, deps);
  await purgeFormAnswers(deps);
  await purgeRateLimits(db, cutoffs.rateLimits);

  const expired = await bookingsPastRetention(db, {
    unrealised: cutoffs.unrealisedBookings,
    realised: cutoffs.realisedBookings,
  });
  let bookings = 0;
  for (const booking of expired) {
    const restrictions = await activeRestrictions(db, {
      emailKey: booking.referrer_email_key,
      bookingIds: [booking.id],
    });
    if (restrictions.length > 0) continue;
    const mailIds = await db.transaction().execute((trx) => eraseBookingEverywhere(trx, deps, booking.id));
    await deleteMailFiles(deps, mailIds);
    bookings += 1;
  }
  await db.deleteFrom("complaints").where("updated_at", "<", cutoffs.realisedBookings).execute();
  await purgeAudit(db, cutoffs.realisedBookings);
  return { bookings, drafts, mails };
}
