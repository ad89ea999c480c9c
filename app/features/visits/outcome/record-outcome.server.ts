import type { Deps } from "#app/deps.server.ts";
import { transact } from "#app/platform/database.server.ts";
import { recordAudit, type ActedBy, type ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import {
  changeBooking,
  DONE,
  refused,
  type KeptNow,
  type Result,
} from "#app/features/booking/record/change-booking.server.ts";
import { isToCome } from "#app/features/booking/fields/status.ts";
import { updateBooking } from "#app/features/booking/record/write-booking.server.ts";
import { enqueueMail } from "#app/features/outbox/enqueue-mail.server.ts";
import { visitsOfBooking, type Visit } from "#app/features/visits/record/find-visits.server.ts";
import { findAssessorVisit } from "#app/features/visits/record/assessors-visit.server.ts";
import { detailsOf, type OutcomeForm } from "./outcome-schema.ts";
import { HELD, isTooLate } from "#app/features/visits/record/outcome.ts";
import { upcomingVisit } from "#app/features/visits/record/stage.ts";
import { outcomesOf, sealOutcome } from "#app/features/visits/record/visit-records.server.ts";
import { hasBegun } from "#app/features/visits/record/visit-times.ts";

export type OutcomeProblem = KeptNow | "not-begun" | "changed-since" | "too-late";

/** Records how a visit of the assessor went, or corrects that within seven days. After a visit that was not held, or
 * held in part, another one is to be agreed. `version` counts the reports that the form was based on. */
export async function recordOutcome(
  deps: Deps,
  { visitId, outcome, ...by }: ActedByRequest & { visitId: string; outcome: OutcomeForm },
): Promise<Result<OutcomeProblem>> {
  const shown = await findAssessorVisit(deps, visitId, by.actor.id);
  if (!shown) return refused("not-found");
  const change = { bookingId: shown.booking.id, by };
  return changeBooking(deps, change, async (inside, booking): Promise<Result<OutcomeProblem>> => {
    const trx = inside.db;
    const own = await findAssessorVisit(inside, visitId, by.actor.id);
    if (!own) return refused("not-found");
    const { visit } = own;
    const now = inside.clock.now();
    if (!hasBegun(visit, now)) return refused("not-begun");
    const earlier = (await outcomesOf(inside, [visitId])).get(visitId) ?? [];
    const last = earlier.at(-1);
    if (earlier.length !== outcome.version) return refused("changed-since");
    if (earlier[0] && isTooLate(earlier[0].recorded_at, now)) return refused("too-late");

    const id = deps.ids.uuid();
    const at = now.toISOString();
    const details = detailsOf(outcome);
    const isUnsafe = details.reason === "unsafe";
    await trx
      .insertInto("visit_outcomes")
      .values({
        id,
        visit_id: visitId,
        number: earlier.length + 1,
        held: outcome.held,
        details_sealed: sealOutcome(deps.secrets, id, details),
        is_unsafe: isUnsafe ? 1 : 0,
        recorded_by: visit.assessor_id,
        recorded_at: at,
        dealt_with_at: isUnsafe ? (last?.dealt_with_at ?? null) : null,
        dealt_with_by: isUnsafe ? (last?.dealt_with_by ?? null) : null,
      })
      .execute();
    const ended_as = outcome.held === "none" ? "not-held" : outcome.held === "part" ? "held-in-part" : null;
    await trx
      .updateTable("visits")
      .set({ ended_as, ended_at: ended_as && at, updated_at: at })
      .where("id", "=", visitId)
      .execute();
    const others = (await visitsOfBooking(inside, booking.id)).filter((other) => other.id !== visitId);
    const waits = outcome.held !== "full";
    const waited = last !== undefined && last.held !== "full";
    if (isToCome(booking.status) && waits !== waited && !upcomingVisit(others, now)) {
      await updateBooking(trx, inside, booking, { awaits_contact_since: waits ? at : null });
    }
    const action = last ? "visit.outcome-corrected" : "visit.outcome";
    await recordAudit(inside, by, action, ["booking", booking.id], { note: HELD[outcome.held] });
    if (isUnsafe && !last?.is_unsafe) {
      await enqueueMail(inside, {
        topic: "unsafe-visit",
        to: deps.settings.current().company.email,
        bookingId: booking.id,
        dedupeKey: `unsafe-visit:${id}`,
        payload: {},
      });
    }
    return DONE;
  });
}

/** Takes an unsafe visit off staff's urgent card. Null for an unknown visit; else the id of its booking.
 * Safe to repeat. */
export async function dealWithUnsafeVisit(deps: Deps, { visit, ...by }: ActedBy & { visit: Visit }) {
  await transact(deps, async (inside) => {
    const changed = await inside.db
      .updateTable("visit_outcomes")
      .set({ dealt_with_at: deps.clock.now().toISOString(), dealt_with_by: by.actor.id })
      .where("visit_id", "=", visit.id)
      .where("is_unsafe", "=", 1)
      .where("dealt_with_at", "is", null)
      .executeTakeFirst();
    if (changed.numUpdatedRows === 0n) return;
    await recordAudit(inside, by, "visit.unsafe-dealt-with", ["booking", visit.booking_id]);
  });
}
