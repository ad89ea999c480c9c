import { setImmediate } from "node:timers/promises";
import { findCustomersForPrivacy, purgeAccess } from "#app/features/accounts/record/erase-account.server.ts";
import { purgeAudit } from "#app/features/audit/purge-audit.server.ts";
import { forgetOldKeys } from "#app/features/booking/record/idempotency.server.ts";
import {
  bookingsOfReferrer,
  bookingsPastRetention,
} from "#app/features/booking/record/find-booking.server.ts";
import { purgeDrafts } from "#app/features/before-booking/wizard/drafts.server.ts";
import { isDocumentAddedSince } from "#app/features/documents/erase-documents.server.ts";
import type { Deps } from "#app/deps.server.ts";
import { purgeMailBodies } from "#app/features/mail/erase-mails.server.ts";
import { isReferralChangedSince } from "#app/features/referral/saved-referral.server.ts";
import { transact, type Executor } from "#app/platform/database.server.ts";
import { purgeFormAnswers } from "#app/platform/http/once.server.ts";
import { purgeRateLimits } from "#app/platform/rate-limit.server.ts";
import { purgeUnsentDrafts } from "#app/features/report-writing/erase-writing.server.ts";
import { deleteLooseFiles } from "#app/features/report/loose-files.server.ts";
import { purgeConcerns } from "#app/features/safeguarding/concerns.server.ts";
import { activeRestrictions, allRestrictions } from "#app/features/data-protection/restrictions.server.ts";
import { purgeFormerAssessors } from "#app/features/visits/record/former-assessors.server.ts";
import { retentionCutoffs } from "#app/features/data-protection/retention.ts";
import { deleteOldDocuments } from "#app/features/billing/own/documents.server.ts";
import { deleteErasedFiles, eraseBookingEverywhere } from "./erase-person.server.ts";

const DAY_MS = 86_400_000;

/** The addresses and bookings that are restricted or held, with all bookings of these addresses; `subjectIds` are all
 * records that their history is about. */
async function restrictedPeople(executor: Executor) {
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

/** Deletes privacy cases together with their history, because a case names the person who was looked up. */
async function purgeCases(executor: Executor, before: string, keptIds: readonly string[]): Promise<void> {
  await executor.deleteFrom("privacy_marks").where("lifted_at", "<", before).execute();
  let cases = executor.deleteFrom("privacy_cases").where("opened_at", "<", before);
  if (keptIds.length > 0) cases = cases.where("id", "not in", keptIds);
  await cases.execute();
}

/** Deletes what is past its retention period (`retention.ts`). Of people who are restricted or held it keeps bookings,
 * mails, complaints and their history; unfinished drafts still expire. Safe to repeat or kill: each booking has
 * its own transaction. Returns the counts. */
export async function purgeExpired(deps: Deps): Promise<{ bookings: number; drafts: number; mails: number }> {
  const { db, clock } = deps;
  const now = clock.now();
  const cutoffs = retentionCutoffs(deps.settings.current().retention, now);
  const drafts = await purgeDrafts(deps);
  const kept = await restrictedPeople(db);
  const mails = await purgeMailBodies(deps, cutoffs.mailBodies, kept);
  await purgeAccess(db, now.toISOString());
  await forgetOldKeys(db, deps);
  await purgeFormAnswers(deps);
  await purgeRateLimits(db, cutoffs.rateLimits);
  await purgeFormerAssessors(db, now);
  await purgeUnsentDrafts(db, cutoffs.unrealisedBookings, kept.bookingIds);
  await deleteLooseFiles(deps, {
    before: new Date(now.getTime() - DAY_MS).toISOString(),
    exceptBookingIds: kept.bookingIds,
  });

  const expired = await bookingsPastRetention(db, {
    unrealised: cutoffs.unrealisedBookings,
    realised: cutoffs.realisedBookings,
  });
  let bookings = 0;
  for (const booking of expired) {
    // Requests are answered between two bookings.
    await setImmediate();
    const restrictions = await activeRestrictions(db, {
      emailKey: booking.referrer_email_key,
      bookingIds: [booking.id],
    });
    if (restrictions.length > 0) continue;
    const isRealised = booking.status === "confirmed" || booking.status === "completed";
    const cutoff = isRealised ? cutoffs.realisedBookings : cutoffs.unrealisedBookings;
    if (await isReferralChangedSince(db, booking.id, cutoff)) continue;
    if (await isDocumentAddedSince(db, booking.id, cutoff)) continue;
    const files = await transact(db, (trx) => eraseBookingEverywhere(trx, deps, booking.id));
    await deleteErasedFiles(deps, files);
    bookings += 1;
  }
  let complaints = db.deleteFrom("complaints").where("updated_at", "<", cutoffs.realisedBookings);
  if (kept.emailKeys.length > 0) complaints = complaints.where("email_key", "not in", kept.emailKeys);
  await complaints.execute();
  await deleteOldDocuments(db, now);
  await purgeConcerns(db, cutoffs.realisedBookings, kept.bookingIds);
  await purgeAudit(db, cutoffs.realisedBookings, kept.subjectIds);
  await purgeCases(db, cutoffs.realisedBookings, kept.subjectIds);
  return { bookings, drafts, mails };
}
