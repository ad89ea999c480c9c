import type { Deps } from "#app/deps.server.ts";
import { transact, type Executor } from "#app/platform/database.server.ts";
import { formatDate } from "#app/platform/dates.ts";
import { recordAudit, type ActedBy } from "#app/features/audit/record-audit.server.ts";
import { bookingToFill } from "#app/features/booking/record/booking-to-change.server.ts";
import { findVisit } from "../find-visits.server.ts";
import type { LetterGivenForm } from "./letter-schema.ts";
import { LETTER_WAYS } from "./letter-ways.ts";

/** When and how letters about these visits were given, the first one first. */
export async function givenLetters(executor: Executor, visitIds: readonly string[]) {
  if (visitIds.length === 0) return [];
  return executor
    .selectFrom("visit_letters")
    .selectAll()
    .where("visit_id", "in", visitIds)
    .orderBy("given_on")
    .orderBy("recorded_at")
    .orderBy("id")
    .execute();
}

/** Records the day and the way in which a letter reached the person. Gives the booking's id, or why it was not recorded. */
export async function recordLetter(
  deps: Deps,
  { visitId, way, givenOn, ...by }: ActedBy & LetterGivenForm & { visitId: string },
): Promise<{ ok: true; bookingId: string } | { ok: false; problem: "not-found" | "restricted" }> {
  return transact(deps.db, async (trx) => {
    const visit = await findVisit({ db: trx, secrets: deps.secrets }, visitId);
    const booking = visit && (await bookingToFill(trx, visit.booking_id));
    if (booking === "restricted") return { ok: false, problem: "restricted" };
    if (!booking || typeof booking === "string") return { ok: false, problem: "not-found" };
    await trx
      .insertInto("visit_letters")
      .values({
        id: deps.ids.uuid(),
        visit_id: visitId,
        way,
        given_on: givenOn,
        recorded_by: by.actor.id,
        recorded_at: deps.clock.now().toISOString(),
      })
      .execute();
    await recordAudit(trx, deps, by, "visit.letter", ["booking", booking.id], {
      note: `${LETTER_WAYS[way]}, ${formatDate(givenOn)}`,
    });
    return { ok: true, bookingId: booking.id };
  });
}
