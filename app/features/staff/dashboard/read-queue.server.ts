import { endingWords } from "#app/features/assessors/papers.ts";
import type { Deps } from "#app/deps.server.ts";
import { currentOffer, promiseText } from "#app/features/catalogue/catalogue.ts";
import { LATE_BILLING, LATE_CANCELLING } from "#app/features/booking/money/billing.ts";
import { WHY_TO_CHECK } from "#app/features/billing/own/payment-words.ts";
import { durationWords } from "#app/features/booking/record/contact-promise.ts";
import { requestWords } from "#app/features/booking/record/request-words.ts";
import { DOCUMENT_KINDS } from "#app/features/documents/kinds.ts";
import { openAt } from "#app/features/stage/open-work.server.ts";
import { MAX_COUNTED, type StageFilter } from "#app/features/stage/stage.ts";
import { heldVisits, visitsBetween } from "#app/features/visits/record/find-visits.server.ts";
import { dayInLists } from "#app/features/visits/record/booking-day.ts";
import { formatHours, hasEnded, spanOf } from "#app/features/visits/record/visit-times.ts";
import {
  addDays,
  formatInstant,
  formatShortDate,
  londonDate,
  startOfLondonDay,
  type IsoDate,
} from "#app/platform/dates.ts";
import { formatPoundsAndPence } from "#app/platform/money.ts";
import type { DashboardView } from "./dashboard-view.ts";
import { clientName, referrerName } from "./names.ts";
import {
  arrangeQueue,
  QUEUE_GROUPS,
  QUEUE_KINDS,
  queueGroup,
  type QueueGroupName,
  type QueueKind,
} from "./queue.ts";
import {
  bookingsById,
  isOwners,
  readDashboard,
  type ActionBooking,
  type Dashboard,
} from "./read-dashboard.server.ts";

const HOUR_MS = 3_600_000;

/** A thing to do before it is known where it stands. */
type Item = {
  kind: QueueKind;
  key: string;
  due: string | null;
  since?: string | null;
  bookingId: string | null;
  booking?: ActionBooking;
  /** The page where it is done. */
  to: string;
  /** In place of the kind's words. */
  title?: string;
  button?: string;
  /** In place of the client. */
  who?: string;
  about?: (string | null | false)[];
  phone?: string | null;
  email?: string | null;
  /** Words in red. */
  late?: string | undefined;
};

const endOfDay = (day: IsoDate | null | undefined) =>
  day ? startOfLondonDay(addDays(day, 1)).toISOString() : null;
const promised = (since: string, hours: number | null) =>
  new Date(Date.parse(since) + (hours ?? currentOffer().rules.promiseHours) * HOUR_MS).toISOString();
const iso = (time: number) => new Date(time).toISOString();
const placeOf = ({ is_virtual, assessment_location }: ActionBooking) =>
  is_virtual ? "virtual" : assessment_location;
const dayOf = ({ day = null }: ActionBooking) => dayInLists(day);

type Entry = Omit<Item, "kind" | "due"> & { due?: string | null };

function itemsOf(dashboard: Dashboard): Item[] {
  const due = new Map(dashboard.theirs.map((booking) => [booking.id, booking.due]));
  const page = (id: string, at = "") => `/admin/bookings/${id}${at}`;
  const all = <Source>(
    kind: QueueKind,
    list: readonly Source[] | null | undefined,
    item: (one: Source) => Entry,
  ) => (list ?? []).map((one) => ({ kind, due: null, ...item(one) }));
  const bookings = <Source extends ActionBooking>(
    kind: QueueKind,
    list: readonly Source[] | undefined,
    at: string,
    item: (booking: Source) => Partial<Entry>,
  ) =>
    all(kind, list, (booking) => ({
      ...{ key: booking.id, bookingId: booking.id, booking, to: page(booking.id, at) },
      due: due.get(booking.id) ?? null,
      ...item(booking),
    }));
  const { visits } = dashboard;
  return [
    ...all("unsafe", visits?.unsafe.shown, ({ id, bookingId, recordedAt, phone }) => ({
      ...{ key: id, bookingId, to: page(bookingId), phone, late: "Urgent" },
      due: recordedAt,
      about: [`recorded ${formatInstant(recordedAt)}`],
    })),
    ...all("concern", dashboard.concerns, ({ id, booking_id, at }) => ({
      ...{ key: id, bookingId: booking_id, to: page(booking_id, "/concerns"), since: at },
      about: [`recorded ${formatInstant(at)}`],
    })),
    ...all("card-payment", dashboard.cardPayments?.rows, ({ id, booking_id, pence, state }) => ({
      ...{ key: id, bookingId: booking_id, to: page(booking_id, "/invoices"), about: [WHY_TO_CHECK[state]] },
      title: `Check the card payment of ${formatPoundsAndPence(pence)}`,
    })),
    ...all("card-return", dashboard.cardReturns?.rows, ({ id, bookingId, what, answerBy }) => ({
      ...{ key: id, bookingId, to: page(bookingId, "/invoices"), about: [what] },
      late: answerBy ? `Answer by ${answerBy}` : undefined,
    })),
    ...all("refund", dashboard.refunds?.rows, ({ bookingId, pence, dueOn, wentBack }) => ({
      ...{ key: bookingId, bookingId, to: page(bookingId, "/invoices") },
      title: `Pay back ${formatPoundsAndPence(pence)}`,
      due: endOfDay(dueOn),
      about: [`Pay back by ${formatShortDate(dueOn)}`, wentBack],
    })),
    ...all(
      "beyond-cap",
      dashboard.beyondCap?.rows,
      ({ id, organisation_id, total_pence, over_cap_since }) => ({
        ...{ key: id, bookingId: id, since: over_cap_since },
        to: `/admin/organisations/${organisation_id}/agreements#beyond-cap`,
        about: [formatPoundsAndPence(total_pence)],
      }),
    ),
    ...all("troubled", dashboard.troubled, ({ id, name, count, when, at, bookingId, why, handOver }) => ({
      ...{ key: id, bookingId: count === 1 ? bookingId : null, since: null, due: iso(at) },
      to: count === 1 ? page(bookingId) : handOver,
      title: count === 1 ? `${name} cannot come` : `${name} cannot come to ${count} visits`,
      button: count === 1 ? "Open" : `Hand over ${count} visits`,
      who: count === 1 ? undefined : name,
      about: [`${count === 1 ? "" : "the first "}${when}`, why],
    })),
    ...all(
      "place",
      dashboard.placesInDoubt.slice(0, MAX_PLACES),
      ({ id, bookingId, when, at, doubt, isMissing }) => ({
        ...{ key: id, bookingId, to: page(bookingId), due: iso(at), about: [`visit ${when}`] },
        title: isMissing ? "Find out the address of the visit" : "Check the address of the visit",
        late: doubt,
      }),
    ),
    ...all("note", dashboard.officeNotes.shown, ({ id, kind, words, bookingId, at }) => ({
      ...{
        key: id,
        bookingId,
        to: page(bookingId, "#notes"),
        about: [kind !== "cannot-come" && words, `written ${at}`],
      },
      late: kind === "cannot-come" ? words : undefined,
    })),
    ...all("request", dashboard.requests.shown, (request) => ({
      ...{
        key: request.id,
        bookingId: request.booking_id,
        booking: request.booking,
        since: request.created_at,
      },
      to: page(request.booking_id, `#request-${request.kind}-form`),
      due: promised(request.created_at, request.booking.promise_hours),
      title: `Asks for ${requestWords(request)}`,
    })),
    ...bookings("contact", dashboard.awaitingContact.shown, "#contact-form", (booking) => ({
      due: promised(booking.awaits_contact_since!, booking.promise_hours),
      title: `Contact within ${promiseText(booking.promise_hours)}`,
      about: [placeOf(booking)],
      phone: booking.referrer_phone_as_typed,
      late: booking.prefer_earlier_date === 1 ? "Urgent" : undefined,
    })),
    ...all("virus", dashboard.infectedFiles.shown, ({ id, bookingId, purpose, kind, foundAt }) => ({
      ...{ key: id, bookingId, since: foundAt },
      to: page(bookingId, purpose === "report" ? "/report" : "/documents"),
      title: purpose === "report" ? "Return or withdraw the report" : "Ask for it again, then delete it",
      about: [
        purpose === "report" ? "Report" : DOCUMENT_KINDS[kind],
        `found ${formatInstant(foundAt ?? "")}`,
      ],
    })),
    ...all("part", dashboard.overdueParts, ({ id, bookingId, name, visit, isOverdue, hasFee }) => ({
      ...{ key: id, bookingId, to: page(bookingId, `/parts/${id}`) },
      title: isOverdue ? `Ask ${name} again for the part` : `Answer ${name} about the fee`,
      about: [visit && `visit on ${visit}`, hasFee && "Asks for a fee"],
      late: isOverdue ? "Not sent in time" : undefined,
    })),
    ...bookings("to-agree", visits?.without.shown, "/visit", (booking) => ({
      about: [placeOf(booking), dayOf(booking)],
    })),
    ...bookings("link", visits?.withoutLink.shown, "/visit/move", (booking) => ({
      about: [`visit ${dayOf(booking)}`],
    })),
    ...all("unanswered", visits?.unanswered.shown, ({ bookingId, when, deadlineAt }) => ({
      ...{ key: bookingId, bookingId, to: page(bookingId, "/visit"), due: deadlineAt },
      about: [`Asked for ${when}`, `Answers until ${formatInstant(deadlineAt)}`],
    })),
    ...bookings("not-chosen", visits?.notChosen.shown, "/visit", (booking) => ({
      about: [placeOf(booking), dayOf(booking)],
      phone: booking.referrer_phone_as_typed,
    })),
    ...all("proposal", visits?.proposals, ({ id, name, at }) => ({
      ...{ key: id, bookingId: null, to: `/admin/assessors/${id}`, who: name, since: at },
      about: [`Proposed ${formatInstant(at)}`],
    })),
    ...all("registration", visits?.registrations, ({ id, name, endsOn, hasEnded: isOver }) => ({
      ...{ key: id, bookingId: null, to: `/admin/assessors/${id}`, who: name, due: endOfDay(endsOn) },
      about: [`${isOver ? "Ended" : "Ends"} ${formatShortDate(endsOn)}`],
    })),
    ...all("paper", visits?.papers, ({ id, assessorId, name, paper }) => ({
      ...{ key: id, bookingId: null, to: `/admin/assessors/${assessorId}#papers`, who: name },
      due: endOfDay(paper.until),
      about: [endingWords(paper)],
    })),
    ...all("calendar-unread", visits?.oldFeeds, ({ id, name, since }) => ({
      ...{ key: id, bookingId: null, to: `/admin/assessors/${id}#calendar`, who: name, since },
      about: [`Not read since ${formatInstant(since)}`],
    })),
    ...bookings("outcome-missing", dashboard.outcomeMissing.shown, "#visits", (booking) => ({
      title: booking.next,
      about: [`visited ${dayOf(booking)}`, placeOf(booking)],
      ...{ phone: booking.assessor?.phone ?? null, email: booking.assessor?.email ?? null },
    })),
    ...dashboard.reports.flatMap(({ stage, shown }) =>
      all(stage, shown, ({ booking, dueOn }) => ({
        ...{ key: booking.id, bookingId: booking.id, booking, to: page(booking.id, "/report") },
        due: endOfDay(dueOn),
        about: [
          placeOf(booking),
          dueOn && `${stage === "late" ? "late since" : "due"} ${formatShortDate(dueOn)}`,
        ],
      })),
    ),
    ...bookings("to-complete", dashboard.toComplete.shown, "", (booking) => ({
      about: [dayOf(booking), booking.isReportReleased ? "report released" : "date past"],
    })),
    ...bookings("referral-forms", dashboard.withoutReferral.shown, "#link", (booking) => ({
      due: null,
      about: [dayOf(booking)],
    })),
    ...bookings("to-invoice", dashboard.toInvoice.shown, "/invoices", (booking) => ({
      title: `Make the invoice of ${formatPoundsAndPence(booking.total_pence)}`,
    })),
    ...bookings("billing", dashboard.billingToChange.shown, "#invoice", ({ status }) => ({
      title: `Change the invoice${dashboard.overdueInvoices.isInXero ? " in Xero" : ""}`,
      about: [status === "cancelled" ? LATE_CANCELLING : LATE_BILLING],
    })),
    ...bookings("overdue", dashboard.overdueInvoices.shown, "/invoices", ({ payment, openPence, dueOn }) => ({
      due: endOfDay(dueOn),
      about: [payment, `${formatPoundsAndPence(openPence)} to pay`],
    })),
    ...all("failed", dashboard.failedJobs, (job) => ({
      ...{
        key: job.id,
        bookingId: job.booking?.id ?? null,
        to: `/admin/outbox/${job.id}`,
        who: job.recipient ?? "",
      },
      title: job.label,
      since: job.finishedAt ?? job.createdAt,
      late: job.state.label,
    })),
  ];
}

/** Addresses in doubt are listed by the calendar. */
const MAX_PLACES = 30;

/** When all of a kind are due, where more of them are known than are shown. */
function duesOf({ theirs: work, moment, reports }: Dashboard, kind: QueueKind): (string | null)[] | null {
  if (kind === "contact")
    return work.flatMap(({ contactSince, promiseHours }) =>
      contactSince && contactSince <= moment.now ? [promised(contactSince, promiseHours)] : [],
    );
  if (kind === "request")
    return work.flatMap(({ requestedAt, promiseHours }) =>
      requestedAt ? [promised(requestedAt, promiseHours)] : [],
    );
  const report = reports.find(({ stage }) => stage === kind);
  if (report) return report.days.map((day) => endOfDay(day));
  const at = QUEUE_KINDS[kind].at;
  if (kind === "referral-forms") return openAt(work, kind)!.map(() => null);
  return (at && openAt(work, at as StageFilter)?.map(({ due }) => due)) ?? null;
}

/** How many there are of a kind; null for more than are counted. */
function countOf(dashboard: Dashboard, kind: QueueKind, shown: number): number | null {
  const { visits } = dashboard;
  const parts: Partial<Record<QueueKind, { count: number | null } | undefined>> = {
    ...{ contact: dashboard.awaitingContact, request: dashboard.requests, note: dashboard.officeNotes },
    ...{ virus: dashboard.infectedFiles, billing: dashboard.billingToChange },
    ...{ "to-invoice": dashboard.toInvoice, overdue: dashboard.overdueInvoices, unsafe: visits?.unsafe },
    ...{ "to-agree": visits?.without, link: visits?.withoutLink, unanswered: visits?.unanswered },
    "not-chosen": visits?.notChosen,
    ...{ "outcome-missing": dashboard.outcomeMissing, "to-complete": dashboard.toComplete },
    "referral-forms": dashboard.withoutReferral,
    ...{ "card-payment": dashboard.cardPayments?.at, "card-return": dashboard.cardReturns?.at },
    ...{ refund: dashboard.refunds?.at, "beyond-cap": dashboard.beyondCap?.at },
    failed: { count: dashboard.failedJobCount },
    place: { count: dashboard.placesInDoubt.length },
  };
  const report = dashboard.reports.find(({ stage }) => stage === kind);
  const part = report ?? parts[kind];
  return part ? part.count : shown;
}

const OF_ASSESSORS = new Set<string>([
  "to-agree",
  "unanswered",
  "not-chosen",
  "proposal",
  "registration",
  "paper",
  "calendar-unread",
]);

/** Says of what nothing waits, of all that this practice and its viewer have. */
function nothingOf({ visits, concerns, overdueInvoices }: Dashboard, hasSome: (kind: QueueKind) => boolean) {
  const isHere = (kind: string) =>
    OF_ASSESSORS.has(kind)
      ? visits !== null
      : (kind !== "concern" || concerns !== null) && (kind !== "overdue" || overdueInvoices.isKnown);
  return (Object.keys(QUEUE_KINDS) as QueueKind[])
    .filter((kind) => !hasSome(kind) && isHere(kind))
    .flatMap((kind) => QUEUE_KINDS[kind].none ?? [])
    .join(" ");
}

function whenOf({ kind, due, since }: Item, group: QueueGroupName, now: Date): string {
  const ms = due === null ? 0 : Date.parse(due) - now.getTime();
  const { isFirst, isAtOnce } = QUEUE_KINDS[kind];
  if (isFirst) return "";
  if (group === "overdue") return `${durationWords(-ms)} late`;
  if (due === null) return since ? `since ${formatInstant(since)}` : "";
  return isAtOnce ? `${durationWords(ms)} left` : `in ${durationWords(ms)}`;
}

/** Columns of a booking that its row does not show. */
const NOT_LISTED = {
  channel: undefined,
  owner_id: undefined,
  awaits_contact_since: undefined,
  preferred_date: undefined,
  referrer_first_name: undefined,
  referrer_last_name: undefined,
};

/** Keys without a value would be sent with every row. */
const withoutUndefined = <Row extends object>(row: Row): Row =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined)) as Row;

/** The dashboard of a view: its list, and its queue with the rows that are shown. */
export async function readDashboardPage(
  deps: Deps,
  view: DashboardView,
  viewer: { userId: string; seesConcerns: boolean; handlesMoney: boolean },
) {
  const now = deps.clock.now();
  const dashboard = await readDashboard(deps, view, viewer.userId, viewer);
  const visits = await visitsToday(deps, now);
  const items = itemsOf(dashboard);
  const named = await bookingsById(deps.db, [
    ...new Set(
      [...items.filter(({ booking }) => !booking), ...visits].flatMap(({ bookingId }) => bookingId ?? []),
    ),
  ]);
  const bookingOf = ({ booking, bookingId }: Item): ActionBooking | undefined =>
    booking ?? named.get(bookingId ?? "");
  const theirs = items.filter((item) => isOwners(view, bookingOf(item)?.owner_id ?? null, viewer.userId));
  const isOwn = view.tasks !== null;
  const counted = Map.groupBy(theirs, ({ kind }) => kind);
  const kinds = [...counted].map(([kind, { length }]) => ({
    kind,
    count: isOwn && duesOf(dashboard, kind) === null ? length : countOf(dashboard, kind, length),
  }));
  const tally = { overdue: 0, today: 0, next: 0 };
  for (const { kind, count } of kinds) {
    const shown = counted.get(kind)!;
    const known = duesOf(dashboard, kind) ?? shown.map(({ due }) => due);
    known.forEach((due) => (tally[queueGroup({ kind, due }, now)] += 1));
    tally[queueGroup(shown.at(-1)!, now)] += Math.max(0, (count ?? MAX_COUNTED) - known.length);
  }
  const countOfKind = new Map(kinds.map(({ kind, count }) => [kind, count]));
  const toRow = (item: Item, group: QueueGroupName) => {
    const count = countOfKind.get(item.kind);
    const { at, list = at && `/admin/dashboard?stage=${at}`, isEach } = QUEUE_KINDS[item.kind];
    const all =
      group === "next" && count !== 1 && list && !isEach ? { count: count ?? null, list } : undefined;
    const booking = bookingOf(item);
    const { kind, key, to, title, button, about = [], phone, email, late } = item;
    return withoutUndefined({
      ...{ kind, key, to, title, button, late, phone: phone ?? undefined, email: email ?? undefined },
      who: item.who ?? (booking && (clientName(booking) || "Client not given")),
      about: [booking && !item.who && `for ${referrerName(booking)}`, ...about].filter(Boolean).join(" · "),
      reference: booking?.reference,
      // A reference that alone identifies the task leads to where it is done.
      at: item.booking ? `/admin/bookings/${item.booking.id}` : to,
      country: kind === "contact" || kind === "not-chosen" ? booking?.referrer_country_code : undefined,
      notes: booking?.deadlines?.length ? booking.deadlines : undefined,
      version: isEach ? booking?.version : undefined,
      all,
      when: whenOf(item, group, now),
    });
  };
  const groups = arrangeQueue(theirs, now);
  const { totals, bookings, matchCount, isAtStart, isAtEnd, assessors, owners, weeks } = dashboard;
  return {
    list: {
      bookings: bookings.map((booking) => withoutUndefined({ ...booking, ...NOT_LISTED })),
      ...{ matchCount, isAtStart, isAtEnd },
    },
    ...{ totals, weeks, assessors, owners },
    longestWait: dashboard.work.reduce<string | null>(
      (first, { contactSince }) => (contactSince && (!first || contactSince < first) ? contactSince : first),
      null,
    ),
    queue: {
      kinds,
      nothing: nothingOf(dashboard, (kind) => counted.has(kind)),
      isInXero: dashboard.overdueInvoices.isInXero,
      groups: (Object.keys(QUEUE_GROUPS) as QueueGroupName[]).map((name) => ({
        name,
        count: tally[name],
        rows: groups[name].map((item) => toRow(item, name)),
      })),
    },
    visits: visits.map(({ bookingId, ...visit }) => ({
      ...{ ...visit, bookingId },
      who: (named.has(bookingId) && clientName(named.get(bookingId)!)) || "Client not given",
      assessor: dashboard.assessorNames.get(visit.assessor) ?? "Somebody",
      lacksLink: dashboard.work.some(({ id, tasks }) => id === bookingId && tasks.link),
    })),
  };
}

export type DashboardPage = Awaited<ReturnType<typeof readDashboardPage>>;

async function visitsToday(deps: Deps, now: Date) {
  const today = londonDate(now);
  const visits = await visitsBetween(deps, { from: today, until: today });
  const held = await heldVisits(
    deps.db,
    visits.map(({ booking_id }) => booking_id),
  );
  return visits.map((visit) => ({
    ...{
      bookingId: visit.booking_id,
      start: visit.start,
      hours: formatHours(visit),
      assessor: visit.assessor_id,
    },
    where: visit.mode === "virtual" ? "virtual" : (visit.district ?? visit.location ?? ""),
    state: held.has(visit.id)
      ? ("held" as const)
      : hasEnded(visit, now)
        ? ("over" as const)
        : spanOf(visit).from <= now.getTime()
          ? ("now" as const)
          : ("to-come" as const),
  }));
}
