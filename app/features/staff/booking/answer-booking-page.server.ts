import { data, redirect } from "react-router";
import type { z } from "zod";
import type { Deps } from "#app/deps.server.ts";
import type { SignedInRequest } from "#app/features/accounts/sign-in/guards.server.ts";
import { findStaff } from "#app/features/accounts/session/queries.server.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import { CONTACT_OUTCOMES } from "#app/features/booking/fields/contact-outcomes.ts";
import { insertContact } from "#app/features/booking/record/contacts.server.ts";
import { bookingNotFoundPage } from "#app/features/booking/record/guards.server.ts";
import { updateBooking, updateStaffFields } from "#app/features/booking/record/write-booking.server.ts";
import { closeQuestion } from "#app/features/visits/agree/ask-assessors.server.ts";
import { changedSince, savedSince } from "#app/forms/changed-since.ts";
import { parseForm, refuseForm } from "#app/forms/read-form.server.ts";
import { addDays, formatShortDate, londonDate, startOfLondonDay } from "#app/platform/dates.ts";
import {
  contactSchema,
  KEPT_OUT,
  notDone,
  OwnerSchema,
  RequestAnswerSchema,
  StatusSchema,
  statusRefusal,
  type Answered,
  type Refusal,
} from "./booking-forms.ts";
import { changeBooking, DONE, refused } from "#app/features/booking/record/change-booking.server.ts";
import { answerRequest } from "./answer-request.server.ts";
import { acceptDifference, acceptDueDay } from "#app/features/billing/accept-difference.server.ts";
import { readInvoiceNow } from "#app/features/billing/read-invoices.server.ts";
import { DeliveryError } from "#app/integrations/delivery-error.ts";
import { changeStatus } from "./change-status.server.ts";

type Change = { deps: Deps; by: SignedInRequest["by"]; bookingId: string };

type Posted = Change & { form: FormData };

/** Answers the form that `intent` names; without one, the change of status. Throws redirects and the not-found page. */
export async function answerBookingPage(posted: Posted) {
  const { form } = posted;
  const intent = form.get("intent");
  if (intent === "confirm") form.set("status", "confirmed");
  if (intent === "close-question") return answerCloseQuestion(posted);
  if (intent === "request-stay") throw redirect(`/admin/bookings/${posted.bookingId}`);
  if (intent === "request-accept" || intent === "request-decline") return answerRequestForm(posted);
  if (intent === "billing-changed") return answerBillingChanged(posted);
  if (intent === "accept-difference") return answerAcceptDifference(posted);
  if (intent === "accept-due-day") return answerAcceptDueDay(posted);
  if (intent === "read-invoice") return answerInvoice(posted);
  const answerForm = intent === "contact" ? answerContact : intent === "owner" ? answerOwner : answerStatus;
  return answerForm(posted);
}

async function answer<Schema extends z.ZodType>(
  { bookingId, form }: Posted,
  { name, summary, schema }: { name: string; summary: string; schema: Schema },
  change: (value: z.output<Schema>) => Promise<Answered>,
) {
  const formId = `${name}-form`;
  const read = parseForm(form, schema, summary, { formId });
  if (!read.ok) return data(read.reply, { status: 400 });
  const answered = await change(read.value);
  if (!answered.ok) {
    if (answered.problem === "not-found") throw bookingNotFoundPage();
    const refused: Refusal = answered.problem === "not-done" ? answered.refusal : KEPT_OUT[answered.problem];
    const { code, errors, problem, ...refusal } = refused;
    // The page loads again and shows what changed, so its forms get the new version.
    if (problem === "changed-since") form.delete("version");
    const reply = refuseForm(form, refusal.summary, errors, { formId });
    return data({ ...reply, problem }, { status: code });
  }
  const booking = `/admin/bookings/${bookingId}`;
  if (form.get("next") === "visit") throw redirect(`${booking}/visit`);
  throw redirect(`${form.get("next") === "dashboard" ? "/admin/dashboard" : booking}?done=${name}`);
}

/** Asks Xero about the booking's invoice; changes nothing there. */
async function answerInvoice({ deps, bookingId, form }: Posted) {
  try {
    await readInvoiceNow(deps, bookingId);
  } catch (error) {
    if (!(error instanceof DeliveryError)) throw error;
    const summary = `${error.message} This page shows what it said before.`;
    return data(refuseForm(form, summary, {}, { formId: "invoice-form" }), { status: 409 });
  }
  throw redirect(`/admin/bookings/${bookingId}?done=invoice`);
}

/** Ends the task to put billing details onto an invoice, unless they changed again since the page was read. */
async function answerBillingChanged({ deps, by, bookingId, form }: Posted): Promise<never> {
  const done = await changeBooking(deps, { bookingId, by, whenErased: true }, async (inside, booking) => {
    const since = booking.billing_to_change_since;
    if (since === null) return DONE;
    if (since !== form.get("since")) return refused("changed");
    await updateStaffFields(inside.db, inside, bookingId, { billing_to_change_since: null });
    await recordAudit(inside.db, inside, by, "invoice.billing-changed", ["booking", bookingId]);
    return DONE;
  });
  throw redirect(`/admin/bookings/${bookingId}${done.ok ? "?done=billing-changed" : ""}`);
}

async function answerAcceptDifference({ deps, by, bookingId, form }: Posted): Promise<never> {
  const [wantedPence, standingPence] = [Number(form.get("wantedPence")), Number(form.get("standingPence"))];
  const done = await acceptDifference(deps, by, bookingId, { wantedPence, standingPence });
  throw redirect(`/admin/bookings/${bookingId}${done.ok ? "?done=difference" : ""}`);
}

async function answerAcceptDueDay({ deps, by, bookingId, form }: Posted): Promise<never> {
  const [day, wantedOn] = [String(form.get("day")), String(form.get("wantedOn"))];
  const done = await acceptDueDay(deps, by, bookingId, { day, wantedOn });
  throw redirect(`/admin/bookings/${bookingId}${done.ok ? "?done=difference" : ""}`);
}

function answerStatus(posted: Posted) {
  const { deps, by, bookingId } = posted;
  const form = { name: "status", summary: "The status was not changed.", schema: StatusSchema };
  return answer(posted, form, async ({ notify, dateAccepted, endVisit, startRequested, ...change }) => {
    const ticked = {
      isReferrerTold: notify === "on",
      isDateAccepted: dateAccepted === "on",
      isVisitEnded: endVisit === "on",
      isStartRequested: startRequested === "on",
    };
    const result = await changeStatus(deps, { bookingId, ...by, ...change, ...ticked });
    if (result.ok || result.problem === "not-found") return result;
    return notDone(statusRefusal(result, change.status));
  });
}

async function answerCloseQuestion({ deps, by, bookingId, form }: Posted) {
  const questionId = String(form.get("questionId") ?? "");
  const closed = await closeQuestion(deps, { ...by, bookingId, questionId });
  if (!closed.ok) {
    if (closed.problem === "not-found") throw data(null, { status: 404 });
    const { summary, code } = KEPT_OUT[closed.problem];
    return data(refuseForm(form, summary, {}, { formId: "status-form" }), { status: code });
  }
  throw redirect(`/admin/bookings/${bookingId}?done=question`);
}

function answerRequestForm(posted: Posted) {
  const { deps, by, bookingId, form } = posted;
  const kind = form.get("kind") === "cancel" ? "cancel" : "date";
  const page = {
    name: `request-${kind}`,
    summary: "The request was not answered.",
    schema: RequestAnswerSchema,
  };
  const isAccepted = form.get("intent") === "request-accept";
  return answer(posted, page, ({ asked, version, note, startRequested }) => {
    const isStartRequested = startRequested === "on";
    const answered = { bookingId, isAccepted, note, isStartRequested, asked: { id: asked, version } };
    return answerRequest(deps, { ...by, ...answered });
  });
}

function answerContact(posted: Posted) {
  const schema = contactSchema(londonDate(posted.deps.clock.now()));
  const form = { name: "contact", summary: "The contact was not logged.", schema };
  // The visit is agreed with somebody who was reached.
  if (posted.form.get("next") === "visit" && !posted.form.get("outcome")) posted.form.set("outcome", "spoke");
  return answer(posted, form, (contact) => logContact(posted, contact));
}

type Contact = z.output<ReturnType<typeof contactSchema>>;

/** Records a contact. The next is due on the next day set, or tomorrow after an unanswered call. */
export async function logContact({ deps, by, bookingId }: Change, contact: Contact) {
  return changeBooking(deps, { bookingId, by }, async (inside, booking) => {
    const trx = inside.db;
    const { outcome, note } = contact;
    const isOpen = booking.status === "pending" || booking.status === "confirmed";
    const tomorrow = addDays(londonDate(deps.clock.now()), 1);
    const nextDay = isOpen ? (contact.nextDay ?? (outcome === "no-answer" ? tomorrow : null)) : null;
    await insertContact(trx, inside, {
      booking_id: booking.id,
      outcome,
      next_day: nextDay,
      user_id: by.actor.id,
      note,
    });
    await updateStaffFields(trx, inside, booking.id, {
      awaits_contact_since: nextDay && startOfLondonDay(nextDay).toISOString(),
    });
    await recordAudit(trx, inside, by, "booking.contacted", ["booking", booking.id], {
      note: `${CONTACT_OUTCOMES[outcome]}${nextDay ? `. Next contact ${formatShortDate(nextDay)}` : ""}`,
    });
    return DONE;
  });
}

const NOT_GIVEN = "The owner was not changed.";
const NOT_STAFF = "This account can no longer look after bookings. Please choose somebody else.";

function answerOwner(posted: Posted) {
  const form = { name: "owner", summary: NOT_GIVEN, schema: OwnerSchema };
  return answer(posted, form, ({ owner, version }) => assignOwner(posted, owner || null, version));
}

/** Gives a booking to a member of staff, or to nobody (`ownerId` null), unless it changed since `version`. */
async function assignOwner(
  { deps, by, bookingId }: Change,
  ownerId: string | null,
  version: number | undefined,
): Promise<Answered> {
  const staff = await findStaff(deps);
  const owner = ownerId === null ? null : staff.find(({ id }) => id === ownerId);
  if (owner === undefined) return notDone({ code: 400, summary: NOT_GIVEN, errors: { owner: [NOT_STAFF] } });
  return changeBooking(
    deps,
    { bookingId, by, whenErased: true },
    async (inside, booking): Promise<Answered> => {
      const trx = inside.db;
      if (booking.owner_id === ownerId) return DONE;
      if (version !== undefined && booking.version !== version) {
        const saved = staff.find(({ id }) => id === booking.owner_id)?.name ?? "somebody else";
        const errors = { owner: savedSince(booking.owner_id === null ? "nobody" : saved) };
        const summary = changedSince("Somebody else changed this booking");
        return notDone({ code: 409, summary, errors, problem: "changed-since" });
      }
      await updateBooking(trx, inside, booking, { owner_id: ownerId });
      await recordAudit(trx, inside, by, "booking.owner-changed", ["booking", booking.id], {
        changedFields: ["owner"],
        note: owner ? `Now with ${owner.name}` : "Now with nobody",
      });
      return DONE;
    },
  );
}
