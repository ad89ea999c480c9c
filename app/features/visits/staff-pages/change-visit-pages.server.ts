import { data } from "react-router";
import {
  cancelVisit,
  moveVisit,
  recordNotHeld,
  reassignVisit,
} from "#app/features/visits/agree/change-visit.server.ts";
import {
  CancelVisitSchema,
  decidedBy,
  moveSchema,
  NotHeldSchema,
  planOf,
  ReassignSchema,
} from "#app/features/visits/agree/visit-schemas.ts";
import { intentOf } from "#app/forms/intent.ts";
import { parseForm, refuseForm } from "#app/forms/read-form.server.ts";
import { londonDate } from "#app/platform/dates.ts";
import type { BookingPageArgs } from "#app/features/booking/record/guards.server.ts";
import {
  bookingOf,
  overruledBy,
  readPosted,
  refuse,
  settle,
  unseenSigns,
  type VisitReply,
} from "./answer-visit.server.ts";
import { assessorsOwnList, othersList, visitOf } from "./read-visit-page.server.ts";

/** Answers "Move the visit": shows whether its assessor is free, or moves it. */
export async function answerMovePage(asked: BookingPageArgs) {
  const posted = await readPosted(asked);
  const { deps, by, bookingId, form } = posted;
  const row = await bookingOf(posted);
  const refused = "The visit was not moved. Please correct what is marked below.";
  const read = parseForm(form, moveSchema(londonDate(deps.clock.now())), refused);
  if (!read.ok) return data(read.reply as VisitReply, { status: 400 });
  const { overruleReason, notify, version, addressesSeen } = read.value;
  const plan = planOf(read.value);
  const visit = await visitOf(deps, row);
  const list = visit?.isToCome ? await assessorsOwnList(deps, row, visit, plan) : undefined;
  if (intentOf(form) === "show" && list) return { ...refuseForm(form, ""), list } satisfies VisitReply;
  const signs = unseenSigns(list, visit?.assessor.id ?? "", form.get("forPlan"));
  if (signs && list) {
    const summary = `${signs}. Nothing was moved yet: press the button again to move it anyway.`;
    return refuse(posted, 409, { summary, list });
  }
  const decided = overruledBy(posted, overruleReason);
  if (decided.refused) return decided.refused;
  const result = await moveVisit(deps, {
    ...by,
    bookingId,
    version,
    plan,
    addressesSeen,
    overruled: decided.overruled ?? null,
    decided: decidedBy(read.value),
    isReferrerTold: notify === "on",
  });
  const isSameTime = visit?.day === plan.day && visit.start === plan.start;
  const freed = visit && !isSameTime ? { day: visit.day, start: visit.start } : undefined;
  return settle(posted, result, { done: "visit-moved", assessorField: "start", list, freed });
}

/** Answers "Reassign the visit". */
export async function answerReassignPage(asked: BookingPageArgs) {
  const posted = await readPosted(asked);
  const { deps, by, bookingId } = posted;
  const read = parseForm(posted.form, ReassignSchema, "The visit was not given to somebody else.");
  if (!read.ok) return data(read.reply as VisitReply, { status: 400 });
  const { assessor, reason, overruleReason, notify, version } = read.value;
  const decided = overruledBy(posted, overruleReason);
  if (decided.refused) return decided.refused;
  const row = await bookingOf(posted);
  const visit = await visitOf(deps, row);
  const list = visit?.isToCome ? await othersList(deps, row, visit) : undefined;
  const signs = unseenSigns(list, assessor, posted.form.get("forPlan"));
  if (signs && list) {
    const summary = `${signs}. Nothing was changed yet: press the button again to reassign it anyway.`;
    return refuse(posted, 409, { summary, errors: { assessor: [summary] }, list });
  }
  const result = await reassignVisit(deps, {
    ...by,
    bookingId,
    version,
    reason,
    assessorId: assessor,
    overruled: decided.overruled ?? null,
    isReferrerTold: notify === "on",
  });
  return settle(posted, result, {
    done: "visit-reassigned",
    assessorField: "assessor",
    list,
    freed: visit ? { former: visit.assessor.id } : undefined,
  });
}

/** Answers "Cancel the visit". */
export async function answerCancelVisitPage(asked: BookingPageArgs) {
  const posted = await readPosted(asked);
  const read = parseForm(posted.form, CancelVisitSchema, "The visit was not cancelled.");
  if (!read.ok) return data(read.reply as VisitReply, { status: 400 });
  const { notify, ...change } = read.value;
  const { deps, by, bookingId } = posted;
  const result = await cancelVisit(deps, { ...by, ...change, bookingId, isReferrerTold: notify === "on" });
  return settle(posted, result, { done: "visit-cancelled", assessorField: "" });
}

/** Answers "The visit did not take place". */
export async function answerNotHeldPage(asked: BookingPageArgs) {
  const posted = await readPosted(asked);
  const read = parseForm(posted.form, NotHeldSchema, "Nothing was recorded.");
  if (!read.ok) return data(read.reply as VisitReply, { status: 400 });
  const { deps, by, bookingId } = posted;
  const result = await recordNotHeld(deps, { ...by, ...read.value, bookingId });
  return settle(posted, result, { done: "visit-not-held", assessorField: "" });
}
