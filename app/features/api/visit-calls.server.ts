import type { z } from "zod";
import type { Inside } from "#app/features/booking/record/change-booking.server.ts";
import type { ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import { findBooking } from "#app/features/booking/record/find-booking.server.ts";
import {
  KeyAlreadyUsed,
  recallKey,
  rememberKey,
  type KeyedRequest,
} from "#app/features/booking/record/idempotency.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import type { Overruled, VisitResult } from "#app/features/visits/agree/change-visit.server.ts";
import { visitsOfBooking, type Visit } from "#app/features/visits/record/find-visits.server.ts";
import { inOneLine } from "#app/features/visits/record/fit.ts";
import type { Decided } from "#app/features/visits/plan/in-the-way.ts";
import { visitRefusal } from "#app/features/visits/agree/refusals.ts";
import { upcomingVisit } from "#app/features/visits/record/stage.ts";
import type { VisitPlan } from "#app/features/visits/record/visit-plan.ts";
import { freeListFor, needOf } from "#app/features/visits/plan/who-is-free.server.ts";
import type { Deps } from "#app/deps.server.ts";
import { londonDate, type IsoDate } from "#app/platform/dates.ts";
import { withVisits } from "./bookings-with-visits.server.ts";
import { ApiError, bookingNotFound, invalid } from "./errors.ts";
import { keyConflict, keyedRequest } from "./keyed-calls.server.ts";
import { parseJson, readRawJson } from "./read-json.server.ts";
import { serve, type Call } from "./serve.server.ts";
import type { VISIT_CALLS, VisitState } from "./operations/visits.ts";

type VisitChange = (typeof VISIT_CALLS)["agreeVisit" | "moveVisit" | "reassignVisit" | "cancelVisit"];

type VisitCall = Pick<Call<VisitChange>, "deps" | "request" | "params" | "principal" | "by">;

/** The part of every act that the use cases take in the same way. */
type Shared = ActedByRequest & {
  bookingId: string;
  version: number;
  isReferrerTold: boolean;
  overruled: Overruled;
  decided: Decided;
  alsoWrite: (inside: Inside) => Promise<void>;
};

type AnyBody = {
  version?: number | undefined;
  tellReferrer: boolean;
  acceptWarnings?: boolean;
  overruleReason?: string | undefined;
  startRequested?: boolean;
  answerRequest?: boolean | undefined;
};

/** The assessor and plan to weigh, if any, and the use case to call. */
type Act = {
  weigh?: { assessorId: string; plan: VisitPlan; exceptVisitId: string | null };
  run: (shared: Shared) => Promise<VisitResult>;
};

type Asked<Body> = { deps: Deps; body: Body; booking: BookingRow; visit: Visit | null };

/** Throws the API's 404. */
export async function bookingOfCall({ deps, params }: Pick<VisitCall, "deps" | "params">) {
  const booking = params.bookingId ? await findBooking(deps.db, params.bookingId) : null;
  if (!booking) throw bookingNotFound();
  return booking;
}

/** Changes a booking's visit as a page of staff would, once per `Idempotency-Key`. `schemaOf` gets the day in London.
 * Throws 403, 404, 409 and 422. */
export const serveChange = <Schema extends z.ZodType<AnyBody>>(
  operation: VisitChange,
  schemaOf: (today: IsoDate) => Schema,
  toAct: (asked: Asked<z.output<Schema>>) => Act | Promise<Act>,
) =>
  serve(operation, async (call) => call.reply(200, await changeVisit(call, operation.id, schemaOf, toAct)));

async function changeVisit<Schema extends z.ZodType<AnyBody>>(
  call: VisitCall,
  id: string,
  schemaOf: (today: IsoDate) => Schema,
  toAct: (asked: Asked<z.output<Schema>>) => Act | Promise<Act>,
): Promise<z.output<typeof VisitState>> {
  const { deps, request, by, principal } = call;
  const booking = await bookingOfCall(call);
  const raw = await readRawJson(request);
  const keyed = keyedRequest(request, `${id} ${booking.id}`, raw);
  if (keyed && (await wasDone(deps, keyed))) return stateOf(deps, booking.id);
  const now = deps.clock.now();
  const body = parseJson(raw, schemaOf(londonDate(now)));
  const { overruleReason, tellReferrer, acceptWarnings, startRequested = false, answerRequest } = body;
  if (overruleReason && principal.roleId !== "administrator")
    throw new ApiError(403, "Only an Administrator may book a visit that overlaps another.");
  const visit = upcomingVisit(await visitsOfBooking(deps, booking.id), now);
  const act = await toAct({ deps, body, booking, visit });
  if (act.weigh && !acceptWarnings) await refuseWarnings(deps, booking, act.weigh);
  const result = await act
    .run({
      ...by,
      bookingId: booking.id,
      version: body.version ?? booking.version,
      isReferrerTold: tellReferrer,
      overruled: overruleReason ? { reason: overruleReason } : null,
      decided: { isStartRequested: startRequested, isRequestAnswered: answerRequest },
      alsoWrite: async (inside) => {
        if (keyed) await rememberKey(inside.db, deps, keyed, booking.id);
      },
    })
    .catch((error: unknown) => {
      if (error instanceof KeyAlreadyUsed) return null;
      throw error;
    });
  if (result?.ok) return stateOf(deps, booking.id);
  // The same request may have come twice at once: the first of them has done it.
  if (keyed && (await wasDone(deps, keyed))) return stateOf(deps, booking.id);
  throw result ? refusalOf(result) : keyConflict();
}

/** Throws 409 when the key belongs to another request. */
async function wasDone(deps: Deps, keyed: KeyedRequest): Promise<boolean> {
  const { kind } = await recallKey(deps.db, deps, keyed);
  if (kind === "other-request") throw keyConflict();
  return kind === "same";
}

async function stateOf(deps: Deps, bookingId: string): Promise<z.output<typeof VisitState>> {
  const booking = (await findBooking(deps.db, bookingId))!;
  const [shown] = await withVisits(deps, [{ id: bookingId }]);
  return { bookingStatus: booking.status, version: booking.version, visit: shown?.visit ?? null };
}

/** Throws 409 with what staff would have to consider; a visit that is not possible is refused by its change. */
async function refuseWarnings(
  deps: Deps,
  booking: BookingRow,
  { assessorId, plan, exceptVisitId }: NonNullable<Act["weigh"]>,
): Promise<void> {
  const need = { ...(await needOf(deps, booking)), exceptVisitId };
  const { candidates } = await freeListFor(deps, plan, need);
  const fit = candidates.find(({ id }) => id === assessorId)?.fit;
  if (!fit || fit.blocks.length > 0 || fit.warnings.length === 0) return;
  const message = `${inOneLine(fit.warnings)}. Nothing was changed: send acceptWarnings as true to go on.`;
  throw new ApiError(409, message, { errors: { assessorId: fit.warnings.map(({ words }) => words) } });
}

function refusalOf(refused: Extract<VisitResult, { ok: false }>): ApiError {
  if (refused.problem === "not-found") return bookingNotFound();
  const message = visitRefusal(refused, { mayOverrule: false });
  if (refused.problem === "past") return invalid({ start: [message] });
  const code = refused.problem;
  if ("reason" in refused)
    return new ApiError(409, message, { code, errors: { assessorId: [refused.reason] } });
  const option = code === "early-start" || code === "date-requested" ? ` ${OPTIONS[code]}` : "";
  return new ApiError(409, `${message}${option}`, { code });
}

const OPTIONS = {
  "early-start": "If they did, send startRequested as true.",
  "date-requested": "Send answerRequest as true or false.",
};

/** 409, for a change of a visit that is not there. */
export const noVisit = () => refusalOf({ ok: false, problem: "no-visit" });
