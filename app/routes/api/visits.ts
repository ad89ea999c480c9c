import { recordStaffView } from "#app/features/audit/record-staff-view.server.ts";
import { invalid } from "#app/features/api/errors.ts";
import {
  agreeVisitBody,
  CancelVisitBody,
  moveVisitBody,
  ReassignVisitBody,
  VISIT_CALLS,
} from "#app/features/api/operations/visits.ts";
import { apiRoute, serve } from "#app/features/api/serve.server.ts";
import { bookingOfCall, serveChange, noVisit } from "#app/features/api/visit-calls.server.ts";
import {
  agreeVisit,
  cancelVisit,
  moveVisit,
  reassignVisit,
} from "#app/features/visits/agree/change-visit.server.ts";
import { planValues } from "#app/features/visits/record/visit-plan.ts";
import { freeListFor, needOf, usualPlace } from "#app/features/visits/plan/who-is-free.server.ts";

export const loader = apiRoute(
  serve(VISIT_CALLS.listFreeAssessors, async (call) => {
    const { deps, query, reply } = call;
    const booking = await bookingOfCall(call);
    const day = query.day ?? booking.preferred_date;
    if (!day) throw invalid({ day: ["Enter the day of the visit."] });
    const { start = planValues({}).start as string, minutes } = query;
    const mode = query.mode ?? (booking.is_virtual === 1 ? "virtual" : "face-to-face");
    const place = await usualPlace(deps, booking);
    await recordStaffView(deps, call.by, "booking.viewed", ["booking", booking.id]);
    const need = await needOf(deps, booking);
    const { candidates } = await freeListFor(deps, { day, start, minutes, mode, place }, need);
    const listed = candidates.map(({ id, name, professions, askedThen, visitsThatDay, fit }) => ({
      assessorId: id,
      name,
      professions,
      askedThen,
      visitsThatDay,
      level: fit.level,
      reasons: fit.reasons,
      blocks: fit.blocks.map(({ reason }) => reason),
      warnings: fit.warnings.map(({ words }) => words),
    }));
    return reply(200, listed);
  }),
  serveChange(VISIT_CALLS.agreeVisit, agreeVisitBody, async ({ deps, body, booking, visit }) => {
    const { assessorId, day, start, minutes, mode, heldReason } = body;
    const place = body.place ?? (mode === "virtual" ? "" : await usualPlace(deps, booking));
    const plan = { day, start, minutes, mode, place };
    // A booking that has a visit is refused for that: nobody has to weigh another one.
    const weigh = visit ? {} : { weigh: { assessorId, plan, exceptVisitId: null } };
    return { ...weigh, run: (shared) => agreeVisit(deps, { ...shared, plan, assessorId, heldReason }) };
  }),
  serveChange(VISIT_CALLS.moveVisit, moveVisitBody, ({ deps, body, visit }) => {
    if (!visit) throw noVisit();
    const { day, start, minutes = visit.minutes, mode = visit.mode, place = visit.place } = body;
    const plan = { day, start, minutes, mode, place };
    return {
      weigh: { assessorId: visit.assessor_id, plan, exceptVisitId: visit.id },
      run: (shared) => moveVisit(deps, { ...shared, plan }),
    };
  }),
  serveChange(
    VISIT_CALLS.reassignVisit,
    () => ReassignVisitBody,
    ({ deps, body: { assessorId, reason = "" }, visit }) => {
      if (!visit) throw noVisit();
      return {
        weigh: { assessorId, plan: visit, exceptVisitId: visit.id },
        run: (shared) => reassignVisit(deps, { ...shared, assessorId, reason }),
      };
    },
  ),
  serveChange(
    VISIT_CALLS.cancelVisit,
    () => CancelVisitBody,
    ({ deps, body: { after, reason = "" } }) => ({
      run: (shared) => cancelVisit(deps, { ...shared, after, reason }),
    }),
  ),
);
export const action = loader;
