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
import { bookingOfCall, changeVisitByCall, noVisit } from "#app/features/api/visit-calls.server.ts";
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
      ...{ assessorId: id, name, professions, askedThen, visitsThatDay },
      ...{ level: fit.level, reasons: fit.reasons },
      blocks: fit.blocks.map(({ reason }) => reason),
      warnings: fit.warnings.map(({ words }) => words),
    }));
    return reply(200, listed);
  }),
  serve(VISIT_CALLS.agreeVisit, async (call) => {
    const { deps, reply } = call;
    const asked = { ...call, id: VISIT_CALLS.agreeVisit.id };
    const state = await changeVisitByCall(asked, agreeVisitBody, async ({ body, booking, visit }) => {
      const { assessorId, day, start, minutes, mode } = body;
      const place = body.place ?? (mode === "virtual" ? "" : await usualPlace(deps, booking));
      const plan = { day, start, minutes, mode, place };
      // A booking that has a visit is refused for that: nobody has to weigh another one.
      const weigh = visit ? {} : { weigh: { assessorId, plan, exceptVisitId: null } };
      const { heldReason } = body;
      return { ...weigh, run: (shared) => agreeVisit(deps, { ...shared, plan, assessorId, heldReason }) };
    });
    return reply(200, state);
  }),
  serve(VISIT_CALLS.moveVisit, async (call) => {
    const { deps, reply } = call;
    const asked = { ...call, id: VISIT_CALLS.moveVisit.id };
    const state = await changeVisitByCall(asked, moveVisitBody, ({ body, visit }) => {
      if (!visit) throw noVisit();
      const { day, start, minutes = visit.minutes, mode = visit.mode, place = visit.place } = body;
      const plan = { day, start, minutes, mode, place };
      return {
        weigh: { assessorId: visit.assessor_id, plan, exceptVisitId: visit.id },
        run: (shared) => moveVisit(deps, { ...shared, plan }),
      };
    });
    return reply(200, state);
  }),
  serve(VISIT_CALLS.reassignVisit, async (call) => {
    const { deps, reply } = call;
    const asked = { ...call, id: VISIT_CALLS.reassignVisit.id };
    const schemaOf = () => ReassignVisitBody;
    const state = await changeVisitByCall(asked, schemaOf, ({ body, visit }) => {
      if (!visit) throw noVisit();
      const { assessorId, reason = "" } = body;
      return {
        weigh: { assessorId, plan: visit, exceptVisitId: visit.id },
        run: (shared) => reassignVisit(deps, { ...shared, assessorId, reason }),
      };
    });
    return reply(200, state);
  }),
  serve(VISIT_CALLS.cancelVisit, async (call) => {
    const { deps, reply } = call;
    const asked = { ...call, id: VISIT_CALLS.cancelVisit.id };
    const schemaOf = () => CancelVisitBody;
    const state = await changeVisitByCall(asked, schemaOf, ({ body: { after, reason = "" } }) => ({
      run: (shared) => cancelVisit(deps, { ...shared, after, reason }),
    }));
    return reply(200, state);
  }),
);
export const action = loader;
