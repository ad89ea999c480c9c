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

const KINDS = Object.keys(QUEUE_KINDS) as QueueKind[];

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

const page = (id: string, at = "") => `/admin/bookings/${id}${at}`;

/** A task of a booking is due when that is, unless `more` says another time. */
const ofBooking = (booking: ActionBooking, at: string, more: Partial<Entry> = {}): Entry => ({
  key: booking.id,
  bookingId: booking.id,
  booking,
  to: page(booking.id, at),
  ...more,
});

type Report = NonNullable<Dashboard["parts"]["late"]>["shown"][number];

const ofReport = ({ booking, dueOn }: Report, due = "due") =>
  ofBooking(booking, "/report", {
    due: endOfDay(dueOn),
    about: [placeOf(booking), dueOn && `${due} ${formatShortDate(dueOn)}`],
  });

type Parts = Dashboard["parts"];
type Items = {
  [Kind in QueueKind]: (one: NonNullable<Parts[Kind]>["shown"][number], isInXero: boolean) => Entry;
};

const ITEMS: Items = {
  unsafe: ({ id, bookingId, recordedAt, phone }) => ({
    key: id,
    bookingId,
    to: page(bookingId),
    phone,
    late: "Urgent",
    due: recordedAt,
    about: [`recorded ${formatInstant(recordedAt)}`],
  }),
  concern: ({ id, booking_id, at }) => ({
    key: id,
    bookingId: booking_id,
    to: page(booking_id, "/concerns"),
    since: at,
    about: [`recorded ${formatInstant(at)}`],
  }),
  "card-payment": ({ id, booking_id, pence, state }) => ({
    key: id,
    bookingId: booking_id,
    to: page(booking_id, "/invoices"),
    about: [WHY_TO_CHECK[state]],
    title: `Check the card payment of ${formatPoundsAndPence(pence)}`,
  }),
  "card-return": ({ id, bookingId, what, answerBy }) => ({
    key: id,
    bookingId,
    to: page(bookingId, "/invoices"),
    about: [what],
    late: answerBy ? `Answer by ${answerBy}` : undefined,
  }),
  refund: ({ bookingId, pence, dueOn, wentBack }) => ({
    key: bookingId,
    bookingId,
    to: page(bookingId, "/invoices"),
    title: `Pay back ${formatPoundsAndPence(pence)}`,
    due: endOfDay(dueOn),
    about: [`Pay back by ${formatShortDate(dueOn)}`, wentBack],
  }),
  "beyond-cap": ({ id, organisation_id, total_pence, over_cap_since }) => ({
    key: id,
    bookingId: id,
    since: over_cap_since,
    to: `/admin/organisations/${organisation_id}/agreements#beyond-cap`,
    about: [formatPoundsAndPence(total_pence)],
  }),
  troubled: ({ id, name, count, when, at, bookingId, why, handOver }) => ({
    key: id,
    bookingId: count === 1 ? bookingId : null,
    since: null,
    due: iso(at),
    to: count === 1 ? page(bookingId) : handOver,
    title: count === 1 ? `${name} cannot come` : `${name} cannot come to ${count} visits`,
    button: count === 1 ? "Open" : `Hand over ${count} visits`,
    who: count === 1 ? undefined : name,
    about: [`${count === 1 ? "" : "the first "}${when}`, why],
  }),
  place: ({ id, bookingId, when, at, doubt, isMissing }) => ({
    key: id,
    bookingId,
    to: page(bookingId),
    due: iso(at),
    about: [`visit ${when}`],
    title: isMissing ? "Find out the address of the visit" : "Check the address of the visit",
    late: doubt,
  }),
  note: ({ id, kind, words, bookingId, at }) => ({
    key: id,
    bookingId,
    to: page(bookingId, "#notes"),
    about: [kind !== "cannot-come" && words, `written ${at}`],
    late: kind === "cannot-come" ? words : undefined,
  }),
  request: ({ booking, ...request }) =>
    ofBooking(booking, `#request-${request.kind}-form`, {
      key: request.id,
      since: request.created_at,
      due: promised(request.created_at, booking.promise_hours),
      title: `Asks for ${requestWords(request)}`,
    }),
  contact: (booking) =>
    ofBooking(booking, "#contact-form", {
      due: promised(booking.awaits_contact_since!, booking.promise_hours),
      title: `Contact within ${promiseText(booking.promise_hours)}`,
      about: [placeOf(booking)],
      phone: booking.referrer_phone_as_typed,
      late: booking.prefer_earlier_date === 1 ? "Urgent" : undefined,
    }),
  virus: ({ id, bookingId, purpose, kind, foundAt }) => ({
    key: id,
    bookingId,
    since: foundAt,
    to: page(bookingId, purpose === "report" ? "/report" : "/documents"),
    title: purpose === "report" ? "Return or withdraw the report" : "Ask for it again, then delete it",
    about: [purpose === "report" ? "Report" : DOCUMENT_KINDS[kind], `found ${formatInstant(foundAt ?? "")}`],
  }),
  part: ({ id, bookingId, name, visit, isOverdue, hasFee }) => ({
    key: id,
    bookingId,
    to: page(bookingId, `/parts/${id}`),
    title: isOverdue ? `Ask ${name} again for the part` : `Answer ${name} about the fee`,
    about: [visit && `visit on ${visit}`, hasFee && "Asks for a fee"],
    late: isOverdue ? "Not sent in time" : undefined,
  }),
  "to-agree": (booking) => ofBooking(booking, "/visit", { about: [placeOf(booking), dayOf(booking)] }),
  link: (booking) => ofBooking(booking, "/visit/move", { about: [`visit ${dayOf(booking)}`] }),
  unanswered: ({ bookingId, when, deadlineAt }) => ({
    key: bookingId,
    bookingId,
    to: page(bookingId, "/visit"),
    due: deadlineAt,
    about: [`Asked for ${when}`, `Answers until ${formatInstant(deadlineAt)}`],
  }),
  "not-chosen": (booking) =>
    ofBooking(booking, "/visit", {
      about: [placeOf(booking), dayOf(booking)],
      phone: booking.referrer_phone_as_typed,
    }),
  proposal: ({ id, name, at }) => ({
    key: id,
    bookingId: null,
    to: `/admin/assessors/${id}`,
    who: name,
    since: at,
    about: [`Proposed ${formatInstant(at)}`],
  }),
  registration: ({ id, name, endsOn, hasEnded: isOver }) => ({
    key: id,
    bookingId: null,
    to: `/admin/assessors/${id}`,
    who: name,
    due: endOfDay(endsOn),
    about: [`${isOver ? "Ended" : "Ends"} ${formatShortDate(endsOn)}`],
  }),
  paper: ({ id, assessorId, name, paper }) => ({
    key: id,
    bookingId: null,
    to: `/admin/assessors/${assessorId}#papers`,
    who: name,
    due: endOfDay(paper.until),
    about: [endingWords(paper)],
  }),
  "calendar-unread": ({ id, name, since }) => ({
    key: id,
    bookingId: null,
    to: `/admin/assessors/${id}#calendar`,
    who: name,
    since,
    about: [`Not read since ${formatInstant(since)}`],
  }),
  "outcome-missing": ({ stage: { next, assessor }, ...booking }) =>
    ofBooking(booking, "#visits", {
      title: next.label,
      about: [`visited ${dayOf(booking)}`, placeOf(booking)],
      phone: assessor?.phone ?? null,
      email: assessor?.email ?? null,
    }),
  late: (report) => ofReport(report, "late since"),
  review: (report) => ofReport(report),
  due: (report) => ofReport(report),
  "not-received": (report) => ofReport(report),
  held: (report) => ofReport(report),
  "to-complete": ({ stage, ...booking }) =>
    ofBooking(booking, "", {
      about: [dayOf(booking), stage.facts.isReleased ? "report released" : "date past"],
    }),
  "referral-forms": (booking) => ofBooking(booking, "#link", { due: null, about: [dayOf(booking)] }),
  "to-invoice": (booking) =>
    ofBooking(booking, "/invoices", {
      title: `Make the invoice of ${formatPoundsAndPence(booking.total_pence)}`,
    }),
  billing: (booking, isInXero) =>
    ofBooking(booking, "#invoice", {
      title: `Change the invoice${isInXero ? " in Xero" : ""}`,
      about: [booking.status === "cancelled" ? LATE_CANCELLING : LATE_BILLING],
    }),
  overdue: ({ payment, openPence, dueOn, ...booking }) =>
    ofBooking(booking, "/invoices", {
      due: endOfDay(dueOn),
      about: [payment, `${formatPoundsAndPence(openPence)} to pay`],
    }),
  failed: (job) => ({
    key: job.id,
    bookingId: job.booking?.id ?? null,
    to: `/admin/outbox/${job.id}`,
    who: job.recipient ?? "",
    title: job.label,
    since: job.finishedAt ?? job.createdAt,
    late: job.state.label,
  }),
};

function itemsOf({ theirs, parts, isInXero }: Dashboard): Item[] {
  const dues = new Map(theirs.map(({ id, due }) => [id, due]));
  return KINDS.flatMap((kind) => {
    const toEntry = ITEMS[kind] as (one: unknown, isInXero: boolean) => Entry;
    const shown: readonly unknown[] = parts[kind]?.shown ?? [];
    return shown.map((one) => {
      const { due, ...entry } = toEntry(one, isInXero);
      return { kind, ...entry, due: (due === undefined ? dues.get(entry.booking?.id ?? "") : due) ?? null };
    });
  });
}

/** When all of a kind are due, where more of them are known than are shown. */
function duesOf({ theirs: work, moment, parts }: Dashboard, kind: QueueKind): (string | null)[] | null {
  if (kind === "contact")
    return work.flatMap(({ contactSince, promiseHours }) =>
      contactSince && contactSince <= moment.now ? [promised(contactSince, promiseHours)] : [],
    );
  if (kind === "request")
    return work.flatMap(({ requestedAt, promiseHours }) =>
      requestedAt ? [promised(requestedAt, promiseHours)] : [],
    );
  const part = parts[kind];
  if (part && "days" in part) return part.days.map((day) => endOfDay(day));
  const at = QUEUE_KINDS[kind].at;
  if (kind === "referral-forms") return openAt(work, kind)!.map(() => null);
  return (at && openAt(work, at as StageFilter)?.map(({ due }) => due)) ?? null;
}

/** Says of what nothing waits, of all that this practice and its viewer have. */
const nothingOf = ({ parts }: Dashboard, hasSome: (kind: QueueKind) => boolean) =>
  KINDS.filter((kind) => !hasSome(kind) && parts[kind] !== null)
    .flatMap((kind) => QUEUE_KINDS[kind].none ?? [])
    .join(" ");

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
    count: isOwn && duesOf(dashboard, kind) === null ? length : dashboard.parts[kind]!.count,
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
      kind,
      key,
      to,
      title,
      button,
      late,
      phone: phone ?? undefined,
      email: email ?? undefined,
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
      matchCount,
      isAtStart,
      isAtEnd,
    },
    totals,
    weeks,
    assessors,
    owners,
    longestWait: dashboard.work.reduce<string | null>(
      (first, { contactSince }) => (contactSince && (!first || contactSince < first) ? contactSince : first),
      null,
    ),
    queue: {
      kinds,
      nothing: nothingOf(dashboard, (kind) => counted.has(kind)),
      isInXero: dashboard.isInXero,
      groups: (Object.keys(QUEUE_GROUPS) as QueueGroupName[]).map((name) => ({
        name,
        count: tally[name],
        rows: groups[name].map((item) => toRow(item, name)),
      })),
    },
    visits: visits.map(({ bookingId, ...visit }) => ({
      ...visit,
      bookingId,
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
    bookingId: visit.booking_id,
    start: visit.start,
    hours: formatHours(visit),
    assessor: visit.assessor_id,
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
