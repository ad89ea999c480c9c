import { data, redirect } from "react-router";
import type { Deps } from "#app/deps.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { changeBooking } from "#app/features/booking/record/change-booking.server.ts";
import { logContactInside } from "#app/features/booking/record/contacts.server.ts";
import { askAssessors, MAX_ASKED } from "#app/features/visits/agree/ask-assessors.server.ts";
import { MAX_TIMES, MIN_TIMES, offerTimes } from "#app/features/visits/agree/offer-times.server.ts";
import { agreeVisit } from "#app/features/visits/agree/change-visit.server.ts";
import {
  agreeSchema,
  decidedBy,
  HELD_THEN,
  moveSchema,
  planOf,
  planSchema,
  readOfferKey,
  type AgreeForm,
} from "#app/features/visits/agree/visit-schemas.ts";
import { readInTheWay } from "#app/features/visits/plan/in-the-way.server.ts";
import { hasEnded, instantOf } from "#app/features/visits/record/visit-times.ts";
import { freeListFor, needOf, type FreeList } from "#app/features/visits/plan/who-is-free.server.ts";
import { intentOf } from "#app/forms/intent.ts";
import { parseForm, refuseForm, type FormReply } from "#app/forms/read-form.server.ts";
import { londonDate } from "#app/platform/dates.ts";
import { bookingNotFoundPage, type BookingPageArgs } from "#app/features/booking/record/guards.server.ts";
import {
  bookingOf,
  overruledBy,
  readPosted,
  refuse,
  refuseVisit,
  settle,
  unseenSigns,
  type Posted,
  type VisitReply,
} from "./answer-visit.server.ts";
import { assessorsOwnList, visitOf } from "./read-visit-page.server.ts";

/** Answers the page "Agree the visit": shows who is free, agrees it with one assessor, asks several, or offers the
 * referrer times. */
export async function answerAgreePage(asked: BookingPageArgs) {
  const posted = await readPosted(asked);
  const { deps, form } = posted;
  const row = await bookingOf(posted);
  const intent = intentOf(form);
  const today = londonDate(deps.clock.now());
  const refused = "The visit was not agreed. Please correct what is marked below.";
  const read = parseForm(form, agreeSchema(today), refused);
  const planned = read.ok ? read : parseForm(form, planSchema(today), "");
  const list = planned.ok ? await freeListFor(deps, planned.value, await agreeNeedOf(deps, row)) : null;
  if (!read.ok || !list) {
    const isPast = planned.ok && hasEnded(planned.value, deps.clock.now());
    return data({ ...(read as { reply: FormReply }).reply, list, isPast } satisfies VisitReply, {
      status: 400,
    });
  }
  if (intent === "show") return { ...refuseForm(form, ""), list } satisfies VisitReply;
  if (intent === "offer") return offer(posted, read.value, list);
  return intent === "ask" ? ask(posted, read.value, list) : agree(posted, read.value, list);
}

/** Answers with the list for a plan as it is typed, as JSON; null while that is no plan. With `?of=visit` the list has
 * the visit's assessor alone. */
export async function answerFreeList(asked: BookingPageArgs): Promise<FreeList | null> {
  const posted = await readPosted(asked);
  const { deps } = posted;
  const row = await bookingOf(posted);
  const read = parseForm(posted.form, moveSchema(londonDate(deps.clock.now())), "");
  if (!read.ok) return null;
  const isOfVisit = new URL(asked.request.url).searchParams.get("of") === "visit";
  const visit = isOfVisit ? await visitOf(deps, row) : null;
  if (visit) return assessorsOwnList(deps, row, visit, read.value);
  return freeListFor(deps, read.value, await agreeNeedOf(deps, row));
}

const agreeNeedOf = async (deps: Deps, row: BookingRow) => ({
  ...(await needOf(deps, row)),
  way: await readInTheWay(deps, row),
});

const assessorsError = (posted: Posted, message: string, list: FreeList, code: 400 | 409 = 400) =>
  refuse(posted, code, { summary: message, errors: { assessors: [message] }, list });

/** The call that the form logs with the visit; null where staff say nothing of one. */
const callIn = ({ spoke, callNote }: AgreeForm) =>
  spoke === "on" || callNote !== "" ? ({ outcome: "spoke", note: callNote, nextDay: null } as const) : null;

async function agree(posted: Posted, value: AgreeForm, list: FreeList) {
  const { deps, by, bookingId, form } = posted;
  const { assessors, overruleReason, heldReason, addressesSeen, version } = value;
  const plan = planOf(value);
  const call = callIn(value);
  if (hasEnded(plan, deps.clock.now()) && heldReason === "") {
    const field = plan.day < londonDate(deps.clock.now()) ? "day" : "start";
    const summary = `This time is over. Enter a later one. ${HELD_THEN}`;
    return refuse(posted, 400, { summary, errors: { [field]: [summary] }, list, isPast: true });
  }
  const [assessorId, ...others] = assessors;
  if (!assessorId) return assessorsError(posted, "Tick the assessor who goes.", list);
  if (others.length > 0)
    return assessorsError(posted, "Tick one assessor to agree the visit. Several can be asked.", list);
  const signs = unseenSigns(list, assessorId, form.get("forPlan"));
  if (signs) {
    const message = `${signs}. Nothing was agreed yet: press the button again to agree it anyway.`;
    return assessorsError(posted, message, list, 409);
  }
  const decided = overruledBy(posted, overruleReason);
  if (decided.refused) return decided.refused;
  const result = await agreeVisit(deps, {
    ...by,
    bookingId,
    version,
    plan,
    assessorId,
    overruled: decided.overruled ?? null,
    heldReason,
    ...(addressesSeen && { addressesSeen }),
    decided: decidedBy(value),
    isReferrerTold: value.notify === "on",
    alsoWrite: async (inside) => {
      if (call) await logContactInside(inside, { id: bookingId, status: "confirmed" }, by, call);
    },
  });
  const done = hasEnded(plan, deps.clock.now()) ? "visit-entered" : "visit-agreed";
  return settle(posted, result, { done, assessorField: "assessors", list });
}

/** The call that staff speak of is logged with what it led to. */
async function logCall({ deps, by, bookingId }: Posted, value: AgreeForm) {
  const call = callIn(value);
  if (!call) return;
  await changeBooking(deps, { bookingId, by }, async (inside, booking) => {
    await logContactInside(inside, booking, by, call);
    return { ok: true } as const;
  });
}

const TIMES_TO_TICK = `Tick ${MIN_TIMES} to ${MAX_TIMES} times to offer.`;
const CHOOSE_BY = "Enter a time to choose by that is still to come and not after the first time.";

async function offer(posted: Posted, value: AgreeForm, list: FreeList) {
  const { deps, by, bookingId } = posted;
  const refuseTimes = (message: string, code: 400 | 409 = 400, field = "times") =>
    refuse(posted, code, { summary: message, errors: { [field]: [message] }, list });
  const times = value.times.map(readOfferKey);
  if (times.some((time) => time === null)) return refuseTimes(TIMES_TO_TICK);
  const { chooseBy, addressesSeen } = value;
  const until = chooseBy ? new Date(instantOf(chooseBy.day, chooseBy.time)).toISOString() : null;
  const result = await offerTimes(deps, {
    ...by,
    bookingId,
    plan: planOf(value),
    until,
    addressesSeen,
    times: times.filter((time) => time !== null),
    decided: decidedBy(value),
  });
  if (result.ok) {
    await logCall(posted, value);
    throw redirect(`/admin/bookings/${bookingId}?done=times-offered`);
  }
  switch (result.problem) {
    case "not-found":
      throw bookingNotFoundPage();
    case "count":
      return refuseTimes(TIMES_TO_TICK);
    case "past":
      return refuseTimes("One of the times is over. Tick others.");
    case "deadline":
      return refuseTimes(CHOOSE_BY, 400, "chooseBy");
    case "not-free":
      return refuseTimes(`${result.when} is no longer free. Tick another time.`, 409);
    default:
      return refuseVisit(posted, result, { list });
  }
}

const DEADLINE = "Enter a time to answer by that is still to come and before the visit.";

async function ask(posted: Posted, value: AgreeForm, list: FreeList) {
  const { deps, by, bookingId } = posted;
  const { assessors, answerBy, addressesSeen } = value;
  const plan = planOf(value);
  if (assessors.length === 0) return assessorsError(posted, "Tick the assessors to ask.", list);
  if (assessors.length > MAX_ASKED)
    return assessorsError(posted, `Tick at most ${MAX_ASKED} assessors.`, list);
  const deadline = answerBy ? instantOf(answerBy.day, answerBy.time) : null;
  const refuseDeadline = () =>
    refuse(posted, 400, { summary: DEADLINE, errors: { answerBy: [DEADLINE] }, list });
  if (deadline === null || deadline > instantOf(plan.day, plan.start)) return refuseDeadline();
  const result = await askAssessors(deps, {
    ...by,
    bookingId,
    plan,
    assessorIds: assessors,
    deadlineAt: new Date(deadline).toISOString(),
    ...(addressesSeen && { addressesSeen }),
    decided: decidedBy(value),
    isReferrerTold: value.notify === "on",
  });
  if (result.ok) {
    await logCall(posted, value);
    throw redirect(`/admin/bookings/${bookingId}?done=visit-asked`);
  }
  if (result.problem === "not-found") throw bookingNotFoundPage();
  if (result.problem === "deadline") return refuseDeadline();
  return refuseVisit(posted, result, { list });
}
