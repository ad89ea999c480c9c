import type { ExpressionBuilder } from "kysely";
import { recordAudit, type ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import type { Deps } from "#app/deps.server.ts";
import { transact, type Executor } from "#app/platform/database.server.ts";
import type { Tables } from "#app/platform/tables.ts";
import type { RestrictionRow } from "./tables.ts";

/** Restrictions of processing (UK GDPR Art. 18: data is kept and not used) and legal holds (nothing may be erased), on
 * an e-mail address or on one booking. */

export type Person = { emailKey: string | null; bookingIds: string[] };

/** Restrictions and legal holds of a person or their bookings that were not lifted, newest first. */
export async function activeRestrictions(executor: Executor, person: Person): Promise<RestrictionRow[]> {
  const { emailKey, bookingIds } = person;
  return executor
    .selectFrom("privacy_marks")
    .selectAll()
    .where("lifted_at", "is", null)
    .where((eb) =>
      eb.or([
        ...(emailKey === null ? [] : [eb("email_key", "=", emailKey)]),
        ...(bookingIds.length === 0 ? [] : [eb("booking_id", "in", bookingIds)]),
      ]),
    )
    .orderBy("placed_at", "desc")
    .orderBy("id", "desc")
    .execute();
}

/** All that stand, of everybody. */
export async function allRestrictions(executor: Executor): Promise<RestrictionRow[]> {
  return executor.selectFrom("privacy_marks").selectAll().where("lifted_at", "is", null).execute();
}

/** True when nothing may be sent to this person or about these bookings. */
export async function isRestricted(executor: Executor, person: Person): Promise<boolean> {
  return (await activeRestrictions(executor, person)).some(
    (restriction) => restriction.kind === "restriction",
  );
}

/** True when staff may not change a booking or send anything about it. */
export async function isBookingRestricted(
  executor: Executor,
  booking: { id: string; referrer_email_key: string },
): Promise<boolean> {
  return isRestricted(executor, { emailKey: booking.referrer_email_key, bookingIds: [booking.id] });
}

/** For queries of lists: the same as `isBookingRestricted` is false, before any limit. */
export const isUnrestricted = (eb: ExpressionBuilder<Tables, "bookings">) =>
  eb.not(
    eb.exists(
      eb
        .selectFrom("privacy_marks")
        .select("privacy_marks.id")
        .where("privacy_marks.kind", "=", "restriction")
        .where("privacy_marks.lifted_at", "is", null)
        .where((mark) =>
          mark.or([
            mark("privacy_marks.email_key", "=", mark.ref("bookings.referrer_email_key")),
            mark("privacy_marks.booking_id", "=", mark.ref("bookings.id")),
          ]),
        ),
    ),
  );

/** Places a restriction or legal hold on the person or booking of a privacy case, with an audit row. */
export async function placeRestriction(
  deps: Deps,
  restriction: ActedByRequest & {
    kind: RestrictionRow["kind"];
    case: { id: string; email_key: string | null; booking_id: string | null };
    reason: string;
  },
): Promise<void> {
  await transact(deps, async (inside) => {
    await inside.db
      .insertInto("privacy_marks")
      .values({
        id: deps.ids.uuid(),
        kind: restriction.kind,
        email_key: restriction.case.email_key,
        booking_id: restriction.case.booking_id,
        reason: restriction.reason,
        placed_at: deps.clock.now().toISOString(),
        placed_by: restriction.actor.id ?? "",
        lifted_at: null,
        lifted_by: null,
      })
      .execute();
    const action = restriction.kind === "restriction" ? "privacy.restricted" : "privacy.held";
    await recordAudit(inside, restriction, action, ["privacy-case", restriction.case.id], {
      note: restriction.reason,
    });
  });
}

/** Lifts a restriction of this person; one lifted before keeps its first date. Audited. False when it is not theirs. */
export async function liftRestriction(
  deps: Deps,
  lift: ActedByRequest & { restrictionId: string; caseId: string; person: Person },
): Promise<boolean> {
  const { restrictionId: id, person } = lift;
  return transact(deps, async (inside) => {
    const found = await inside.db
      .selectFrom("privacy_marks")
      .selectAll()
      .where("id", "=", id)
      .executeTakeFirst();
    if (!found) return false;
    const { email_key, booking_id, lifted_at } = found;
    const isOfAddress = email_key !== null && email_key === person.emailKey;
    if (!isOfAddress && !person.bookingIds.includes(booking_id ?? "")) return false;
    if (lifted_at !== null) return true;
    await inside.db
      .updateTable("privacy_marks")
      .set({ lifted_at: deps.clock.now().toISOString(), lifted_by: lift.actor.id })
      .where("id", "=", id)
      .execute();
    await recordAudit(inside, lift, "privacy.mark-lifted", ["privacy-case", lift.caseId]);
    return true;
  });
}
