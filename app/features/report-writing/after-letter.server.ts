import { redirect } from "react-router";
import type { Deps } from "#app/deps.server.ts";
import { assessorsById } from "#app/features/assessors/assessors.server.ts";
import { readHistory } from "#app/features/audit/queries.server.ts";
import { recordAudit, type ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import { recordStaffView } from "#app/features/audit/record-staff-view.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import {
  changeBooking,
  DONE,
  type KeptNow,
  type Refused,
} from "#app/features/booking/record/change-booking.server.ts";
import { isErased } from "#app/features/booking/record/erase-booking.server.ts";
import { readBooking } from "#app/features/booking/record/queries.server.ts";
import { RESTRICTED } from "#app/features/data-protection/restriction.ts";
import { isBookingRestricted } from "#app/features/data-protection/restrictions.server.ts";
import { answer, personName } from "#app/features/referral/sections/labelled-answers.ts";
import { isHeld, reportsOfBooking } from "#app/features/report/report-rows.server.ts";
import { answerForms, formOf, type Sent } from "#app/forms/answer-forms.server.ts";
import { formatDate, londonDate } from "#app/platform/dates.ts";
import {
  AFTER_LETTERS,
  composeAfterLetter,
  isAfterOffered,
  type AfterStyle,
} from "#app/features/visits/letter/after-letter.ts";
import { letterGivenSchema } from "#app/features/visits/letter/letter-schema.ts";
import { findNeeds, readSaved } from "#app/features/visits/person/known-needs.server.ts";
import { needsEasyRead, needsLargePrint } from "#app/features/visits/person/needs.ts";
import { visitsOfBooking } from "#app/features/visits/record/find-visits.server.ts";
import { LETTER_WAYS } from "#app/features/visits/record/letter-ways.ts";
import { hasEnded } from "#app/features/visits/record/visit-times.ts";
import { writtenReports } from "./written-report.server.ts";

const toReport = ({ id }: BookingRow) => redirect(`/admin/bookings/${id}/report`, 303);

const STYLES = Object.keys(AFTER_LETTERS) as AfterStyle[];

/** The visit that was held last, once a report on it is released; null before, and while its newest version is
 * withdrawn. */
async function reportedVisit(deps: Deps, bookingId: string) {
  const visits = await visitsOfBooking(deps, bookingId);
  const now = deps.clock.now();
  const held = visits.findLast((visit) => visit.ended_as === null && hasEnded(visit, now));
  const [report] = (await reportsOfBooking(deps, bookingId)).filter(
    ({ state }) => state === "released" || state === "withdrawn",
  );
  return held && report?.state === "released" ? { visit: held, report } : null;
}

/** Whether the person can be given a letter about a booking whose visit was held. */
export const hasAfterLetter = async (deps: Deps, booking: BookingRow) =>
  !isErased(booking) &&
  !(await isBookingRestricted(deps.db, booking)) &&
  (await reportedVisit(deps, booking.id)) !== null;

/** The letter to the person after the visit, for staff; the view is recorded, and by an act of its own when the letter
 * says the conclusion (`outcome=on` in the address). Leads to the report's page where there is none to give. */
export async function openAfterLetter(
  deps: Deps,
  booking: BookingRow,
  { by, request }: { by: ActedByRequest; request: Request },
) {
  const reported = (await hasAfterLetter(deps, booking)) && (await reportedVisit(deps, booking.id));
  if (!reported) throw toReport(booking);
  const { visit, report } = reported;
  const search = new URL(request.url).searchParams;
  const { company, checks } = deps.settings.current();
  const needs = await findNeeds(deps, booking, await readSaved(deps, booking));
  const offered = STYLES.filter((style) => isAfterOffered(style, checks));
  const usual = needsEasyRead(needs.read) ? "easy-read" : "plain";
  const style = offered.find((one) => one === (search.get("style") ?? usual)) ?? offered[0] ?? null;
  const [written] = await writtenReports(deps, { bookingId: booking.id, state: "released" });
  // A hold keeps the conclusion from recipients, and from a letter too.
  const isTold = written?.id === report.id && !(await isHeld(deps.db, booking.id));
  const known = (isTold ? written.outcomes : []).flatMap(({ assessment, conclusion }) =>
    conclusion === "able" || conclusion === "unable" ? [{ assessment, conclusion }] : [],
  );
  const saysOutcome = style !== null && search.get("outcome") === "on" && known.length > 0;
  const subject = ["booking", booking.id] as const;
  await recordStaffView(deps, by, saysOutcome ? "letter.outcome-shown" : "booking.viewed", subject);
  const model = await readBooking(deps, booking);
  const assessor = (await assessorsById(deps, [visit.assessor_id])).get(visit.assessor_id);
  const size = search.get("size");
  const isLarge = size === null ? needsLargePrint(needs.read) : size === "large";
  const link = (change: { style?: AfterStyle; size?: string; outcome?: string }) =>
    `?${new URLSearchParams({ style: style ?? "plain", size: isLarge ? "large" : "usual", outcome: saysOutcome ? "on" : "off", ...change })}`;
  return {
    bookingId: booking.id,
    reference: booking.reference,
    kind: { language: "en" as const, style: style ?? "plain", isLarge },
    letter:
      style &&
      composeAfterLetter(style, {
        name:
          answer(needs.read, "personalDetails", "preferredName") ||
          personName(needs.read) ||
          [model.clientFirstName, model.clientLastName].filter(Boolean).join(" "),
        firstName: assessor?.firstName ?? company.name,
        day: visit.day,
        assessments: model.calculatedPricing.assessmentPrices.map(({ id }) => id),
        outcomes: saysOutcome ? known : [],
        phone: company.phone,
        email: company.email,
      }),
    kinds: [
      ...offered.map((one) => ({
        name: AFTER_LETTERS[one].name,
        search: link({ style: one }),
        isShown: one === style,
      })),
      { name: "Large print", search: link({ size: isLarge ? "usual" : "large" }), isShown: isLarge },
    ],
    outcome:
      known.length === 0
        ? null
        : { isSaid: saysOutcome, search: link({ outcome: saysOutcome ? "off" : "on" }) },
    unchecked: STYLES.filter((one) => !offered.includes(one)).map((one) => AFTER_LETTERS[one].name),
    today: londonDate(deps.clock.now()),
    given: (await readHistory(deps.db, [{ kind: "booking", id: booking.id }]))
      .filter(({ action }) => action === "letter.after-given")
      .flatMap(({ note }) => note ?? []),
  };
}

export type AfterLetter = Awaited<ReturnType<typeof openAfterLetter>>;

type Posted = Sent & { deps: Deps; by: ActedByRequest; booking: BookingRow };

const form = formOf<Posted, Refused<KeptNow>>();

const answers = answerForms(
  {
    given: form({
      schema: ({ deps }) => letterGivenSchema(londonDate(deps.clock.now())),
      summary: "The letter was not recorded.",
      change: ({ deps, by, booking }, { way, givenOn }) =>
        changeBooking(deps, { bookingId: booking.id, by }, async (inside) => {
          const note = `${LETTER_WAYS[way]}, ${formatDate(givenOn)}`;
          await recordAudit(inside, by, "letter.after-given", ["booking", booking.id], { note });
          return DONE;
        }),
      said: "The letter was recorded.",
    }),
  },
  {
    words: { "not-found": null, erased: null, restricted: RESTRICTED },
    formId: () => "letter-form",
    otherwise: "given",
  },
);

export const saidOfAfterLetter = answers.said;

/** Records the day and the way in which the letter was given. Leads to the report's page where none can be given. */
export async function answerAfterLetter(
  deps: Deps,
  booking: BookingRow,
  { by, request }: { by: ActedByRequest; request: Request },
) {
  if (!(await hasAfterLetter(deps, booking))) throw toReport(booking);
  const page = `/admin/bookings/${booking.id}/letter/after`;
  return answers({ form: await request.formData(), page, deps, by, booking });
}
