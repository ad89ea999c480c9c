import { data, redirect } from "react-router";
import type { Deps } from "#app/deps.server.ts";
import type { ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import { recordStaffView } from "#app/features/audit/record-staff-view.server.ts";
import { isBookingRestricted } from "#app/features/data-protection/restrictions.server.ts";
import { findAssessorVisit } from "#app/features/visits/record/assessors-visit.server.ts";
import { byIntent } from "#app/forms/intent.ts";
import { parseForm, refuseForm } from "#app/forms/read-form.server.ts";
import { FORM_KEY } from "#app/platform/http/form-key.ts";
import { londonDate } from "#app/platform/dates.ts";
import { ExchangeChangeSchema, ExchangeSchema } from "./exchange-schema.ts";
import { ADD_FORM, CHANGE_FORM, type KeepResult } from "./exchange.ts";
import {
  addExchange,
  changeExchange,
  deleteExchange,
  exchangesOfBooking,
  NOT_FOUND,
} from "./exchanges.server.ts";

/** The exchanges of the assessor's own visit; the view is recorded. Null as `findAssessorVisit`. `exchanges` is null
 * while the privacy desk restricts the booking. */
export async function readExchangesPage(deps: Deps, visitId: string, by: ActedByRequest) {
  const own = await findAssessorVisit(deps, visitId, by.actor.id);
  if (!own) return null;
  const { visit, booking } = own;
  const { id, day, start, minutes } = visit;
  const shown = { visit: { id, day, start, minutes }, reference: booking.reference };
  const isEarly = day > londonDate(deps.clock.now());
  if (await isBookingRestricted(deps.db, booking)) return { ...shown, isEarly, exchanges: null };
  await recordStaffView(deps, by, "visit.viewed", ["booking", booking.id]);
  const all = await exchangesOfBooking(deps, booking.id, visit.assessor_id);
  const exchanges = all
    .filter(({ visit_id }) => visit_id === visitId)
    .map(({ id: exchangeId, number, speaker, text, at, version }) => ({
      id: exchangeId,
      number,
      speaker,
      text,
      at,
      version,
    }));
  return { ...shown, isEarly, exchanges };
}

export type ExchangesPageData = NonNullable<Awaited<ReturnType<typeof readExchangesPage>>>;

type Posted = { deps: Deps; by: ActedByRequest; visitId: string; form: FormData };

const CHECK = "The exchange was not saved. Please look at what is marked below.";

const refuse = (form: FormData, formId: string, refusal: string) => {
  if (refusal === NOT_FOUND) throw data(null, { status: 404 });
  // The next attempt is based on the text that the page shows by then.
  form.delete("version");
  return data(refuseForm(form, refusal, {}, { formId }), { status: 409 });
};

const pageOf = (visitId: string) => `/assessor/visits/${visitId}/exchanges`;

/** Answers the forms of the page: one that adds, changes or deletes. Throws a redirect, and 404 for others. */
export async function answerExchangesPage(posted: Posted) {
  const answers = { delete: () => answerDelete(posted), change: () => answerChange(posted) };
  return byIntent(posted.form, answers, () => answerAdd(posted));
}

async function answerAdd({ deps, by, visitId, form }: Posted) {
  const read = parseForm(form, ExchangeSchema, CHECK, { formId: ADD_FORM });
  if (!read.ok) return data(read.reply, { status: 400 });
  const key = String(form.get(FORM_KEY) ?? deps.ids.uuid());
  const refusal = await addExchange(deps, { visitId, by, key, exchange: read.value });
  if (refusal) return refuse(form, ADD_FORM, refusal);
  throw redirect(`${pageOf(visitId)}?done=added#${ADD_FORM}`, 303);
}

async function answerDelete({ deps, by, visitId, form }: Posted) {
  const [exchangeId, version] = [String(form.get("exchangeId")), Number(form.get("version"))];
  const refusal = await deleteExchange(deps, { visitId, by, exchangeId, version });
  if (refusal) return refuse(form, CHANGE_FORM, refusal);
  throw redirect(`${pageOf(visitId)}?done=deleted`, 303);
}

async function answerChange({ deps, by, visitId, form }: Posted) {
  const read = parseForm(form, ExchangeChangeSchema, CHECK, { formId: CHANGE_FORM });
  if (!read.ok) return data(read.reply, { status: 400 });
  const { exchangeId, version, ...exchange } = read.value;
  const refusal = await changeExchange(deps, { visitId, by, exchangeId, version, exchange });
  if (refusal) return refuse(form, CHANGE_FORM, refusal);
  throw redirect(`${pageOf(visitId)}?done=changed`, 303);
}

/** Keeps an exchange that waited in a tab: its answer is a few bytes of JSON. */
export async function keepExchange({ deps, by, visitId, form }: Posted): Promise<Response> {
  const answer = (result: KeepResult, status: number) => Response.json(result, { status });
  const key = String(form.get("key") ?? "");
  const read = parseForm(form, ExchangeSchema, CHECK);
  if (!read.ok || !/^[\w.~-]{8,200}$/.test(key)) {
    const message = read.ok ? CHECK : (Object.values(read.reply.error)[0]?.[0] ?? CHECK);
    return answer({ kind: "refused", message }, 400);
  }
  const refusal = await addExchange(deps, { visitId, by, key, exchange: read.value });
  if (refusal === NOT_FOUND) throw data(null, { status: 404 });
  return refusal ? answer({ kind: "refused", message: refusal }, 409) : answer({ kind: "saved" }, 200);
}
