import { billingTask } from "#app/features/booking/money/billing.ts";
import { redirect } from "react-router";
import { bookedVat } from "#app/features/settings/offer.ts";
import { requireStaff } from "#app/features/accounts/sign-in/guards.server.ts";
import { findUserNames, findStaff } from "#app/features/accounts/session/queries.server.ts";
import { pageOfHistory, readHistory } from "#app/features/audit/queries.server.ts";
import {
  dueDifference,
  dueTask,
  findInvoice,
  invoiceDifference,
  invoiceTask,
  readOwed,
} from "#app/features/billing/invoice-state.server.ts";
import { listBookingJobs } from "#app/features/outbox/job-queries.server.ts";
import type { Stage } from "#app/features/stage/stage.ts";
import { readStage } from "#app/features/stage/read-stages.server.ts";
import { bookingDayOf } from "#app/features/visits/record/booking-days.server.ts";
import { readBookingVisits } from "#app/features/visits/staff-pages/booking-visits.server.ts";
import { isBookingRestricted } from "#app/features/data-protection/restrictions.server.ts";
import { deadlinesOf } from "#app/features/referral/deadlines.server.ts";
import { deadlineNotes } from "#app/features/referral/deadlines.ts";
import { referralCompletion } from "#app/features/referral/queries.server.ts";
import { countPapers } from "#app/features/documents/document-rows.server.ts";
import { reportsOfBooking } from "#app/features/report/report-rows.server.ts";
import type { Deps } from "#app/deps.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { CONTACT_OUTCOMES } from "#app/features/booking/fields/contact-outcomes.ts";
import { offerOfPage } from "#app/features/catalogue/offer-scope.server.ts";
import { contactPromise, durationWords } from "#app/features/booking/record/contact-promise.ts";
import { listContacts } from "#app/features/booking/record/contacts.server.ts";
import { consumerRights } from "#app/features/booking/fields/consumer.ts";
import { bookingFacts, factRows } from "#app/features/booking/fields/fact-rows.ts";
import { CLIENT_FIELDS } from "#app/features/booking/fields/fields.ts";
import { isErased } from "#app/features/booking/record/erase-booking.server.ts";
import { requireBookingRow, type BookingPageArgs } from "#app/features/booking/record/guards.server.ts";
import { listRequests } from "#app/features/booking/record/requests.server.ts";
import { outsideAct, outsideActNote } from "#app/features/booking/fields/jurisdiction.ts";
import { readBooking, type BookingReadModel } from "#app/features/booking/record/queries.server.ts";
import { readFinderUse } from "#app/features/before-booking/finder/recommend.ts";
import { toBookingStatus } from "#app/features/booking/fields/status.ts";
import { closedWords } from "#app/features/booking/fields/calendar.ts";
import { BANK_HOLIDAYS } from "#app/features/booking/fields/closed-days.server.ts";
import { FIRST_PAGE, pageOf } from "#app/kit/pages.ts";
import { londonDate } from "#app/platform/dates.ts";
import { readActors, readChanges } from "./change-history.server.ts";
import { ACTOR_WORDS, describeAction, mergeRepeats } from "#app/features/audit/history-words.ts";
import { fieldLabel, type FieldChange } from "#app/features/booking/record/booking-changes.ts";
import { isSectionKey, sectionFields, SECTIONS } from "#app/features/referral/sections/sections.ts";

const FIELDS: Record<string, string> = {
  status: "status",
  accessLink: "link",
  owner: "owner",
  assessor: "assessor",
  visitTime: "time",
  visitPlace: "place",
};

/** `Personal Details (Title, First name)`, from `personalDetails.title` and so on. */
function describeAnswers(section: string, names: readonly string[]): string {
  if (!isSectionKey(section)) return names.map((name) => `${section}.${name}`).join(", ");
  const labels = new Map(sectionFields(section).map(({ name, label }) => [name, label]));
  return `${SECTIONS[section].title} (${names.map((name) => labels.get(name) ?? name).join(", ")})`;
}

/** `e-mail address, preferred date`; referral answers by section. An unknown field keeps its name. */
export function describeFields(fields: readonly string[]): string {
  const ofBooking: string[] = [];
  const bySection = new Map<string, string[]>();
  for (const field of fields) {
    const [section = "", name] = field.split(".");
    if (name === undefined) ofBooking.push(FIELDS[field] ?? fieldLabel(field) ?? field);
    else bySection.set(section, [...(bySection.get(section) ?? []), name]);
  }
  const answers = [...bySection].map(([section, names]) => describeAnswers(section, names));
  return [...ofBooking, ...answers].join(", ");
}

/** `location: Leeds → York`, by line, and `fields` of which only the name is known. */
function describeChanges(fields: readonly string[], changes: readonly FieldChange[]) {
  const known = new Set<string>(changes.map(({ field }) => field));
  return {
    fields: describeFields(fields.filter((field) => !known.has(field))),
    changes: changes.map(
      ({ field, from, to }) => `${fieldLabel(field)}: ${from ?? "nothing"} → ${to ?? "nothing"}`,
    ),
  };
}

/** Stages in which a visit may be agreed next. */
const WAITS_FOR_VISIT: readonly Stage[] = [
  "to-contact",
  "to-agree",
  "asked",
  "offered",
  "not-chosen",
  "unanswered",
];

async function readBookingHistory(deps: Pick<Deps, "db" | "secrets">, booking: BookingRow, url: URL) {
  const subjects = [{ kind: "booking", id: booking.id }];
  const { rows: entries, at } = await pageOfHistory(deps.db, subjects, url, {
    without: ["booking.viewed", "visit.viewed"],
  });
  const [start] = await readHistory(deps.db, subjects, { only: ["booking.start-requested"], limit: 1 });
  const whoDid = await readActors(deps, [...entries, ...(start ? [start] : [])]);
  const changes = await readChanges(deps.db, deps.secrets, booking.id);
  const history = mergeRepeats(entries).map((entry) => ({
    id: entry.id,
    at: entry.at,
    action: entry.action,
    what: describeAction(entry.action) + (entry.count > 1 ? ` (${entry.count} times)` : ""),
    ...describeChanges(
      entry.changedFields.filter((field) => field !== "status" && field !== "owner"),
      changes.get(entry.id) ?? [],
    ),
    note: entry.note,
    who: whoDid(entry),
  }));
  return { history, at, startRecorded: start ? { at: start.at, who: whoDid(start) } : null };
}

async function readOwnerAndContacts(deps: Pick<Deps, "db" | "secrets">, booking: BookingRow, url: URL) {
  const { rows: contacts, at } = pageOf(await listContacts(deps, booking.id), url, { name: "contacts" });
  const ids = [booking.owner_id, ...contacts.map((contact) => contact.user_id)];
  const names = await findUserNames(deps, ids);
  const { owner_id } = booking;
  return {
    contactsAt: at,
    staff: await findStaff(deps),
    owner: owner_id === null ? null : { id: owner_id, name: names.get(owner_id) ?? ACTOR_WORDS.staff },
    contacts: contacts.map(({ id, at, outcome, next_day, note, user_id }) => ({
      id,
      at,
      outcome: CONTACT_OUTCOMES[outcome],
      nextDay: next_day,
      note,
      who: outcome === "texted" ? "By text" : (names.get(user_id ?? "") ?? ACTOR_WORDS.staff),
    })),
  };
}

async function readRequests(deps: Pick<Deps, "db" | "secrets">, bookingId: string) {
  const requests = await listRequests(deps, bookingId);
  const names = await findUserNames(
    deps,
    requests.map(({ answered_by }) => answered_by),
  );
  return requests.map((request) => ({ ...request, who: names.get(request.answered_by ?? "") ?? null }));
}

/** The places of a booking where the Mental Capacity Act does not apply, or may not, in words for staff. */
function placesOutside(booking: BookingReadModel): string[] {
  const home = [booking.clientTownCity, booking.clientPostcode].filter(Boolean).join(", ");
  const places: [name: string, place: string | null][] = [
    ["The location", booking.isVirtual ? null : booking.assessmentLocation],
    ["The client's address", home],
  ];
  return places.flatMap(([name, place]) => {
    const where = outsideAct(place);
    return where ? [outsideActNote(name, where)] : [];
  });
}

/** Everything about one booking, for staff, who were checked before; history, contacts and mails are in pages. Throws
 * the Booking Not Found page. */
export async function readBookingFile(deps: Deps, bookingId: string, url = FIRST_PAGE) {
  const row = await requireBookingRow(deps, bookingId);
  const status = toBookingStatus(row.status);
  const invoice = await findInvoice(deps, row.id);
  const booking = await readBooking(deps, row);
  const now = deps.clock.now();
  const promise = row.awaits_contact_since
    ? contactPromise(row.awaits_contact_since, now, row.promise_hours)
    : null;
  const task = invoice && invoiceTask(row, invoice);
  const referral = await referralCompletion(deps, row);
  const visits = await readBookingVisits(deps, row);
  const { stage, next, assessor, since } = await readStage(deps, row.id);
  const { vatSentence } = bookedVat(deps.settings.current(), row.created_at);
  const requests = await readRequests(deps, row.id);
  const isCancelRequested = requests.some(
    ({ kind, answered_at }) => kind === "cancel" && answered_at === null,
  );
  const day = await bookingDayOf(deps, row);
  const { history, at: historyAt, startRecorded } = await readBookingHistory(deps, row, url);
  const { contactsAt, ...contacts } = await readOwnerAndContacts(deps, row, url);
  const jobs = await listBookingJobs(deps, row.id, url);
  return {
    booking,
    vatSentence,
    facts: { ...bookingFacts(booking), client: factRows(CLIENT_FIELDS, booking) },
    day,
    closedDay: day && closedWords(day.day, { bankHolidays: BANK_HOLIDAYS }),
    outsideAct: placesOutside(booking),
    status,
    stage,
    next,
    /** How long the booking has been in its stage, in words; null where nobody waits. */
    waited: since && durationWords(now.getTime() - Date.parse(since)),
    /** The assessor of the visit to come, of the last one, or of the one whose outcome is missing. */
    assessor: assessor ?? null,
    version: row.version,
    isRestricted: await isBookingRestricted(deps.db, row),
    isErased: isErased(row),
    promise,
    ...contacts,
    rights: consumerRights(row, londonDate(now)),
    /** Who recorded the request for an early start, and when; null when it came with the booking, or there is none.
     */
    startRecorded,
    consentAt: row.consent_at,
    consents: {
      consentEmail: row.consent_email === 1,
      consentWhatsApp: row.consent_whatsapp === 1,
      consentUpdates: row.consent_updates === 1,
      consentPrivacyPolicy: row.consent_privacy_policy === 1,
    },
    /** Null when the finder was not used for the booking. */
    finder: readFinderUse(JSON.parse(row.session_data)),
    requests,
    isCancelRequested,
    /** A visit may be agreed next. */
    mayAgree: visits.isUsed && !visits.upcoming && !isCancelRequested && WAITS_FOR_VISIT.includes(stage),
    invoice: invoice && {
      ...invoice,
      task,
      difference: invoiceDifference(row, invoice),
      dueTask: dueTask(row, invoice, day),
      dueDifference: dueDifference(row, invoice, day),
      billingTask: row.billing_to_change_since && {
        since: row.billing_to_change_since,
        ...billingTask(row, booking, invoice, await readOwed(deps, row)),
      },
      depositPercent: row.deposit_percent,
      today: londonDate(now),
      isReadable: invoice.maker === "xero" && deps.accounting !== null,
    },
    jobs: jobs.rows,
    referral,
    deadlines: deadlineNotes((await deadlinesOf(deps, [row.id])).get(row.id), londonDate(now)),
    reports: (await reportsOfBooking(deps, row.id)).map(({ state, version }) => ({ state, version })),
    documentCount: await countPapers(deps.db, row.id),
    visits,
    history,
    at: { history: historyAt, contacts: contactsAt, jobs: jobs.at },
  };
}

export type BookingFile = Awaited<ReturnType<typeof readBookingFile>>;

/** The loader of a page whose form changes a booking: with the version that the form carries.
 * Throws the not-found page. */
export async function openBookingForChange({ context, request, params }: BookingPageArgs) {
  const { deps } = await requireStaff(context, request);
  const row = await requireBookingRow(deps, params.bookingId);
  return { booking: await readBooking(deps, row), version: row.version, isErased: isErased(row) };
}

/** Like `openBookingForChange`, for data that an erased booking no longer has: redirects to its page, which says
 * so. */
export async function openBookingForEdit(asked: BookingPageArgs) {
  const opened = await openBookingForChange(asked);
  if (opened.isErased) throw redirect(`/admin/bookings/${opened.booking.id}`);
  return { ...opened, ...offerOfPage() };
}
