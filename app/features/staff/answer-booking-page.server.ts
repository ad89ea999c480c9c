import { data, redirect } from "react-router";
import type { z } from "zod";
import type { Deps } from "#app/deps.server.ts";
import type { SignedInRequest } from "#app/features/accounts/guards.server.ts";
import { bookingNotFoundPage } from "#app/features/booking/guards.server.ts";
import { parseForm, refuseForm } from "#app/forms/read-form.server.ts";
import { londonDate } from "#app/platform/dates.ts";
import { assignOwner } from "./assign-owner.server.ts";
import { changeStatus } from "./change-status.server.ts";
import { contactSchema, OwnerSchema } from "./contact-schema.ts";
import { logContact } from "./log-contact.server.ts";
import {
  StatusSchema,
  statusRefusal,
  WHILE_RESTRICTED,
  type Refusal,
  type StatusProblem,
} from "./status-schema.ts";

type Posted = { deps: Deps; by: SignedInRequest["by"]; bookingId: string; form: FormData };

/** Answers one of the page's forms with what `run` makes of it: null when it was done. */
async function answer<Schema extends z.ZodType>(
  { bookingId, form }: Posted,
  { name, summary, schema }: { name: string; summary: string; schema: Schema },
  run: (value: z.output<Schema>) => Promise<"not-found" | (Refusal & { problem?: StatusProblem }) | null>,
) {
  const formId = `${name}-form`;
  const read = parseForm(form, schema, summary, { formId });
  if (!read.ok) return data(read.reply, { status: 400 });
  const refusal = await run(read.value);
  if (refusal === "not-found") throw bookingNotFoundPage();
  if (refusal) {
    const reply = refuseForm(form, refusal.summary, refusal.errors, { formId });
    return data({ ...reply, problem: refusal.problem }, { status: refusal.code });
  }
  const page = form.get("next") === "dashboard" ? "/admin/dashboard" : `/admin/bookings/${bookingId}`;
  throw redirect(`${page}?done=${name}`);
}

function answerStatus(posted: Posted) {
  const { deps, by, bookingId } = posted;
  const form = { name: "status", summary: "The status was not changed.", schema: StatusSchema };
  return answer(posted, form, async ({ notify, dateAccepted, ...change }) => {
    const notice = { isReferrerTold: notify === "on", isDateAccepted: dateAccepted === "on" };
    const result = await changeStatus(deps, { bookingId, ...by, ...change, ...notice });
    if (result.ok) return null;
    const { problem } = result;
    return problem === "not-found" ? problem : { ...statusRefusal(problem, change.status), problem };
  });
}

function answerContact(posted: Posted) {
  const { deps, by, bookingId } = posted;
  const schema = contactSchema(londonDate(deps.clock.now()));
  const form = { name: "contact", summary: "The contact was not logged.", schema };
  return answer(posted, form, async (contact) => {
    const result = await logContact(deps, { bookingId, ...by, ...contact });
    if (result === "logged") return null;
    return result === "not-found" ? result : WHILE_RESTRICTED;
  });
}

const NOT_STAFF = "This account can no longer look after bookings. Please choose somebody else.";

function answerOwner(posted: Posted) {
  const { deps, by, bookingId } = posted;
  const form = { name: "owner", summary: "The owner was not changed.", schema: OwnerSchema };
  return answer(posted, form, async ({ owner }) => {
    const result = await assignOwner(deps, { bookingId, ...by, ownerId: owner || null });
    if (result === "assigned") return null;
    if (result === "not-staff") return { code: 400, summary: form.summary, errors: { owner: [NOT_STAFF] } };
    return result === "not-found" ? result : WHILE_RESTRICTED;
  });
}

/** Answers the form that `intent` names; without one, the change of status. Throws redirects and the not-found page. */
export async function answerBookingPage(posted: Posted) {
  const { form } = posted;
  const intent = form.get("intent");
  if (intent === "confirm") form.set("status", "confirmed");
  const answerForm = intent === "contact" ? answerContact : intent === "owner" ? answerOwner : answerStatus;
  return answerForm(posted);
}
