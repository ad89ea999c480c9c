import { data, redirect } from "react-router";
import type { Deps } from "#app/deps.server.ts";
import type { SignedInRequest } from "#app/features/accounts/guards.server.ts";
import { bookingNotFoundPage } from "#app/features/booking/guards.server.ts";
import { RESTRICTED } from "#app/features/data-protection/restriction.ts";
import { parseForm, refuseForm } from "#app/forms/read-form.server.ts";
import { londonDate } from "#app/platform/dates.ts";
import { assignOwner } from "./assign-owner.server.ts";
import { changeStatus } from "./change-status.server.ts";
import { contactSchema, OwnerSchema } from "./contact-schema.ts";
import { logContact } from "./log-contact.server.ts";
import { StatusSchema, statusRefusal } from "./status-schema.ts";

type Posted = { deps: Deps; by: SignedInRequest["by"]; bookingId: string; form: FormData };

function done({ bookingId, form }: Posted, what: string): never {
  if (form.get("next") === "dashboard") throw redirect(`/admin/dashboard?done=${what}`);
  throw redirect(`/admin/bookings/${bookingId}?done=${what}`);
}

async function answerStatus(posted: Posted) {
  const { deps, by, bookingId, form } = posted;
  const formId = "status-form";
  const read = parseForm(form, StatusSchema, "The status was not changed.", { formId });
  if (!read.ok) return data(read.reply, { status: 400 });
  const { notify, dateAccepted, ...change } = read.value;
  const result = await changeStatus(deps, {
    bookingId,
    ...by,
    ...change,
    isReferrerTold: notify === "on",
    isDateAccepted: dateAccepted === "on",
  });
  if (result.ok) return done(posted, "status");
  if (result.problem === "not-found") throw bookingNotFoundPage();
  const refusal = statusRefusal(result.problem, change.status);
  const reply = refuseForm(form, refusal.summary, refusal.errors, { formId });
  return data({ ...reply, problem: result.problem }, { status: refusal.code });
}

async function answerContact(posted: Posted) {
  const { deps, by, bookingId, form } = posted;
  const formId = "contact-form";
  const schema = contactSchema(londonDate(deps.clock.now()));
  const read = parseForm(form, schema, "The contact was not logged.", { formId });
  if (!read.ok) return data(read.reply, { status: 400 });
  const result = await logContact(deps, { bookingId, ...by, ...read.value });
  if (result === "logged") return done(posted, "contact");
  if (result === "not-found") throw bookingNotFoundPage();
  return data(refuseForm(form, RESTRICTED, {}, { formId }), { status: 409 });
}

async function answerOwner(posted: Posted) {
  const { deps, by, bookingId, form } = posted;
  const formId = "owner-form";
  const read = parseForm(form, OwnerSchema, "The owner was not changed.", { formId });
  if (!read.ok) return data(read.reply, { status: 400 });
  const result = await assignOwner(deps, { bookingId, ...by, ownerId: read.value.owner || null });
  if (result === "assigned") return done(posted, "owner");
  if (result === "not-found") throw bookingNotFoundPage();
  if (result === "restricted") return data(refuseForm(form, RESTRICTED, {}, { formId }), { status: 409 });
  const errors = { owner: ["This account can no longer look after bookings. Please choose somebody else."] };
  return data(refuseForm(form, "The owner was not changed.", errors, { formId }), { status: 400 });
}

/** Answers the form that `intent` names; without one, the change of status. Throws redirects and the not-found page. */
export async function answerBookingPage(posted: Posted) {
  switch (posted.form.get("intent")) {
    case "contact":
      return answerContact(posted);
    case "owner":
      return answerOwner(posted);
    case "confirm":
      posted.form.set("status", "confirmed");
      return answerStatus(posted);
    default:
      return answerStatus(posted);
  }
}
