import { sql, type Expression, type SqlBool } from "kysely";
import { addDays, londonDate, weekdayIndex, type IsoDate } from "#app/platform/dates.ts";
import type { BookingDay } from "#app/features/visits/record/booking-day.ts";
import { bookingDays } from "#app/features/visits/record/booking-days.server.ts";
import type { Db } from "#app/platform/database.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { BOOKING_STATUSES, type BookingStatus } from "#app/features/booking/fields/status.ts";
import { countFailedJobs, listJobs } from "#app/features/outbox/job-queries.server.ts";
import { knowsPayments, makerNow } from "#app/features/billing/makers.server.ts";
import { isToInvoice } from "#app/features/billing/own/to-invoice.server.ts";
import { overdueInvoices } from "#app/features/billing/invoice-state.server.ts";
import { dueDayOf, openPence, standingWords } from "#app/features/billing/invoice-standing.ts";
import { overdueParts } from "#app/features/contributions/parts-out.server.ts";
import { listInfectedFiles } from "#app/features/report/infected-files.server.ts";
import { openReports } from "#app/features/report/list-reports.server.ts";
import { deadlinesOf } from "#app/features/referral/deadlines.server.ts";
import { deadlineNotes, type DeadlineNote } from "#app/features/referral/deadlines.ts";
import type { Deps } from "#app/deps.server.ts";
import { findUserNames } from "#app/features/accounts/session/queries.server.ts";
import { assessorsById, listedBeside } from "#app/features/assessors/assessors.server.ts";
import { handOverPage } from "#app/features/visits/plan/ask-first.server.ts";
import { isAboutAssessor, isAboutPlace, placeDoubtWords } from "#app/features/visits/plan/visit-problems.ts";
import {
  troubledVisits,
  withProblems,
  type TroubledVisit,
} from "#app/features/visits/plan/visit-problems.server.ts";
import { instantOf, whenOf } from "#app/features/visits/record/visit-times.ts";
import { unreadNotes } from "#app/features/visits/outcome/office-notes.server.ts";
import { countAt, readMoment, type Moment } from "#app/features/stage/facts.server.ts";
import { openAt, readOpenWork, type OpenBooking } from "#app/features/stage/open-work.server.ts";
import { readStages } from "#app/features/stage/read-stages.server.ts";
import type { StageFilter } from "#app/features/stage/stage.ts";
import { questionsWithoutAnswer, visitsToDo } from "#app/features/visits/plan/visits-to-do.server.ts";
import { durationWords } from "#app/features/booking/record/contact-promise.ts";
import { openReturns } from "#app/features/billing/card/returns.server.ts";
import { cardPaymentsToCheck } from "#app/features/billing/card/card-pages.server.ts";
import { isToTakeOn } from "#app/features/organisations/record/agreements.server.ts";
import { hasOrganisations } from "#app/features/organisations/record/membership.server.ts";
import { refundsDue } from "#app/features/billing/own/payments-page.server.ts";
import { FIRST_PAGE, pageOf, type PageAt } from "#app/kit/pages.ts";
import { pageOfQuery } from "#app/kit/pieces.server.ts";
import { listOpenConcerns } from "#app/features/safeguarding/concerns.server.ts";
import { countBookings, LIST_COLUMNS, listBookings, listByDue } from "./dashboard-queries.server.ts";
import { readSearch } from "./dashboard-search.server.ts";
import { isFiltered, type DashboardView } from "./dashboard-view.ts";
import type { QueueKind } from "./queue.ts";

type Figures = { count: number; revenuePence: number };

function sum(parts: readonly Figures[]): Figures {
  return {
    count: parts.reduce((total, part) => total + part.count, 0),
    revenuePence: parts.reduce((total, part) => total + part.revenuePence, 0),
  };
}

export type BookingTotals = Figures & { byStatus: Record<BookingStatus, Figures> };

export async function readTotals(db: Db): Promise<BookingTotals> {
  const rows = await db
    .selectFrom("booking_totals")
    .select((eb) => [
      "status",
      eb.fn.sum<number | string>("booking_count").as("count"),
      eb.fn.sum<number | string>("revenue_pence").as("revenue"),
    ])
    .groupBy("status")
    .execute();
  const byStatus = Object.fromEntries(
    BOOKING_STATUSES.map((status) => {
      const row = rows.find((candidate) => candidate.status === status);
      return [status, { count: Number(row?.count ?? 0), revenuePence: Number(row?.revenue ?? 0) }];
    }),
  ) as BookingTotals["byStatus"];
  return { ...sum(Object.values(byStatus)), byStatus };
}

export type WeekFigures = Figures & { monday: IsoDate };

/** The last `weeks` weeks, Monday to Sunday in London, the current one last. One query. */
export async function readWeeks(db: Db, now: Date, weeks = 12): Promise<WeekFigures[]> {
  const today = londonDate(now);
  const thisMonday = addDays(today, -weekdayIndex(today));
  const mondays = Array.from({ length: weeks }, (_, index) => addDays(thisMonday, 7 * (index + 1 - weeks)));
  const days = await db
    .selectFrom("booking_totals")
    .select(["day", "booking_count as count", "revenue_pence as revenuePence"])
    .where("day", ">=", mondays[0]!)
    .execute();
  return mondays.map((monday, index) => {
    const next = mondays[index + 1];
    const ofWeek = days.filter(({ day }) => day >= monday && (next === undefined || day < next));
    return { monday, ...sum(ofWeek) };
  });
}

const ACTION_COLUMNS = [
  ...LIST_COLUMNS,
  "version",
  "is_virtual",
  "assessment_location",
  "promise_hours",
] as const;

export type ActionBooking = Pick<BookingRow, (typeof ACTION_COLUMNS)[number]> & {
  day?: BookingDay | null;
  /** Hearing and deadlines, where the item shows them. */
  deadlines?: DeadlineNote[];
};

/** At most `limit`, of those for which `of` is true. */
const actionBookings = (db: Db, limit: number, of?: Expression<SqlBool>) =>
  db
    .selectFrom("bookings")
    .select(ACTION_COLUMNS)
    .$if(of !== undefined, (query) => query.where(of!))
    .limit(limit);

/** Bookings whose referrer is due a contact, the longest waiting first; at most `limit`. */
export async function listAwaitingContact(
  db: Db,
  now: Date,
  limit: number,
  of?: Expression<SqlBool>,
): Promise<ActionBooking[]> {
  return actionBookings(db, limit, of)
    .where("awaits_contact_since", "<=", now.toISOString())
    .orderBy("awaits_contact_since")
    .orderBy("id")
    .execute();
}

/** Open requests of referrers, the longest waiting first; those of erased bookings were deleted. */
async function listOpenRequests(db: Db, limit: number, of?: Expression<SqlBool>) {
  const requests = await db
    .selectFrom("booking_requests as request")
    .innerJoin("bookings", "bookings.id", "request.booking_id")
    .select(["request.id", "request.booking_id", "request.kind", "request.day", "request.created_at"])
    .where("request.answered_at", "is", null)
    .$if(of !== undefined, (query) => query.where(of!))
    .orderBy("request.created_at")
    .orderBy("request.id")
    .limit(limit)
    .execute();
  if (requests.length === 0) return [];
  const ids = requests.map(({ booking_id }) => booking_id);
  const bookings = await actionBookings(db, limit).where("id", "in", ids).execute();
  const byId = new Map(bookings.map((booking) => [booking.id, booking]));
  return requests.flatMap((request) => {
    const booking = byId.get(request.booking_id);
    return booking ? [{ ...request, booking }] : [];
  });
}

/** Bookings whose invoice was made before their billing details, the longest waiting first. */
const listBillingToChange = (db: Db, limit: number, of?: Expression<SqlBool>) =>
  actionBookings(db, limit, of)
    .where("billing_to_change_since", "is not", null)
    .orderBy("billing_to_change_since")
    .orderBy("id")
    .execute();

/** Bookings beyond the cap of their agreement, the longest waiting first. */
const bookingsBeyondCap = (db: Db) =>
  db
    .selectFrom("bookings")
    .select(["id", "organisation_id", "total_pence", "over_cap_since"])
    .where(isToTakeOn)
    .orderBy("over_cap_since")
    .orderBy("id");

/** Completed bookings of which a part was never invoiced, the longest completed first. */
const listToInvoice = (db: Db, { invoicesHere }: Moment, limit: number, of?: Expression<SqlBool>) =>
  invoicesHere
    ? actionBookings(db, limit, of)
        .where((eb) => isToInvoice(eb))
        .orderBy("updated_at")
        .orderBy("id")
        .execute()
    : [];

export async function bookingsById(db: Db, ids: string[]) {
  if (ids.length === 0) return new Map<string, ActionBooking>();
  const rows = await db.selectFrom("bookings").select(ACTION_COLUMNS).where("id", "in", ids).execute();
  return new Map(rows.map((row) => [row.id, row]));
}

const MAX_ACTIONS = 5;
const MAX_OF_OWNER = 200;

/** Whether a view has the bookings of this member of staff, or of nobody. */
export const isOwners = ({ tasks }: DashboardView, ownerId: string | null, viewerId: string) =>
  tasks === null || ownerId === (tasks === "mine" ? viewerId : null);

/** `isOwners` in a query of bookings; undefined where a view has everybody's. */
function ofOwner({ tasks }: DashboardView, viewerId: string) {
  if (tasks === null) return undefined;
  return tasks === "mine"
    ? sql<boolean>`bookings.owner_id = ${viewerId}`
    : sql<boolean>`bookings.owner_id is null`;
}

/** Stages of reports in which staff have something to do. */
const REPORT_CARDS = ["late", "review", "due", "not-received", "held"] as const;

/** The first reports of each of these stages, and their number, without those of bookings that others have. */
async function listReports(deps: Deps, { notOver }: Moment, limit: number, othersIds: ReadonlySet<string>) {
  const reports = (await openReports(deps, notOver)).filter(({ bookingId }) => !othersIds.has(bookingId));
  const cards = REPORT_CARDS.map(
    (stage) => [stage, reports.filter((report) => report.stage === stage)] as const,
  );
  const bookings = await bookingsById(
    deps.db,
    cards.flatMap(([, all]) => all.slice(0, limit).map(({ bookingId }) => bookingId)),
  );
  return cards.map(([stage, all]) => ({
    stage,
    count: all.length,
    days: all.map(({ dueOn }) => dueOn),
    shown: all.slice(0, limit).flatMap(({ bookingId, dueOn }) => {
      const booking = bookings.get(bookingId);
      return booking ? [{ booking, dueOn }] : [];
    }),
  }));
}

/** Assessors who cannot come to visits of theirs, with the first of these; those of the soonest visit first. */
async function listTroubled(deps: Deps, all: readonly TroubledVisit[]) {
  const visits = withProblems(all, isAboutAssessor);
  const byAssessor = [...Map.groupBy(visits, ({ assessor_id }) => assessor_id)];
  const assessors = await assessorsById(
    deps,
    byAssessor.map(([id]) => id),
  );
  return byAssessor.map(([id, theirs]) => ({
    id,
    name: assessors.get(id)?.name ?? "Somebody",
    count: theirs.length,
    when: whenOf(theirs[0]!),
    at: instantOf(theirs[0]!.day, theirs[0]!.start),
    bookingId: theirs[0]!.booking_id,
    reference: theirs[0]!.reference,
    why: [...new Set(theirs.flatMap(({ problems }) => problems.map(({ words }) => words)))].join(" · "),
    handOver: handOverPage(id, theirs[0]!.day, theirs.at(-1)!.day),
  }));
}

/** Visits to come whose place is in doubt, the soonest first. */
function listPlacesInDoubt(all: readonly TroubledVisit[]) {
  return withProblems(all, isAboutPlace).map((visit) => ({
    id: visit.id,
    bookingId: visit.booking_id,
    reference: visit.reference,
    when: whenOf(visit),
    at: instantOf(visit.day, visit.start),
    doubt: placeDoubtWords(visit.problems)!,
    isMissing: visit.problems.every(({ code }) => code === "address-missing"),
  }));
}

/** Addresses in doubt are listed by the calendar. */
const MAX_PLACES = 30;
/** More than of other actions: each is money. */
const MAX_OVERDUE = 20;
const MAX_REFUNDS = 10;

/** The first items of a card. `count` is the number of bookings in all, null for more than are counted. */
type Part<Item> = { shown: Item[]; count: number | null };

const inFull = <Item>(shown: Item[]): Part<Item> => ({ shown, count: shown.length });
const firstOf = <Item>({ rows, at }: { rows: Item[]; at: PageAt }): Part<Item> => ({
  shown: rows,
  count: at.count,
});

/** Stages and tasks whose cards follow from the open bookings alone. */
const OPEN_CARDS = [
  "to-agree",
  "link",
  "unanswered",
  "not-chosen",
  "outcome-missing",
  "to-complete",
  "referral-forms",
] as const satisfies readonly StageFilter[];

/** The first bookings of each of these cards, what is due first on top, with the number of all. */
async function openParts(db: Db, work: readonly OpenBooking[]) {
  const idsOf = OPEN_CARDS.map((card) => [card, openAt(work, card)!.map(({ id }) => id)] as const);
  const bookings = await bookingsById(
    db,
    idsOf.flatMap(([, ids]) => ids.slice(0, MAX_ACTIONS)),
  );
  return Object.fromEntries(
    idsOf.map(([card, ids]) => [
      card,
      { shown: ids.slice(0, MAX_ACTIONS).flatMap((id) => bookings.get(id) ?? []), count: ids.length },
    ]),
  ) as Record<(typeof OPEN_CARDS)[number], Part<ActionBooking>>;
}

/** Cuts the lists of cards that lead to the list of bookings, filtered; counts in one query what is cut. */
async function partsOf<Lists extends Partial<Record<StageFilter, unknown[]>>>(
  db: Db,
  moment: Moment,
  limit: number,
  lists: Lists,
): Promise<{ [Wanted in keyof Lists]: Lists[Wanted] extends (infer Item)[] ? Part<Item> : never }> {
  const entries = Object.entries(lists) as [StageFilter, unknown[]][];
  const most = (wanted: StageFilter) => (wanted === "overdue" ? Math.max(limit, MAX_OVERDUE) : limit);
  const isCut = ([wanted, list]: (typeof entries)[number]) => list.length > most(wanted);
  const counts = await countAt(
    db,
    moment,
    entries.filter(isCut).map(([wanted]) => wanted),
  );
  return Object.fromEntries(
    entries.map(([wanted, list]) => {
      const count = counts.has(wanted) ? counts.get(wanted)! : list.length;
      return [wanted, { shown: list.slice(0, most(wanted)), count }];
    }),
  ) as never;
}

/** Everything on the dashboard, in a number of queries that does not depend on the number of bookings. */
export async function readDashboard(
  deps: Deps,
  view: DashboardView,
  viewerId = "",
  { seesConcerns = false, handlesMoney = false }: { seesConcerns?: boolean; handlesMoney?: boolean } = {},
) {
  const now = deps.clock.now();
  const totals = await readTotals(deps.db);
  const search = await readSearch(deps.db, view.search, deps.secrets);
  const moment = await readMoment(deps);
  const narrowed = { search, viewerId, moment };
  const work = await readOpenWork(deps, moment);
  const overdueIds = new Set(work.filter(({ due }) => due && due < moment.now).map(({ id }) => id));
  const { count, ...page } =
    view.sort === "due"
      ? await listByDue(deps.db, view, work, narrowed)
      : { count: undefined, ...(await listBookings(deps.db, view, narrowed)) };
  const weeks = await readWeeks(deps.db, now);
  const troubled = await troubledVisits(deps);
  // An owner's tasks are counted by what is read.
  const most = view.tasks === null ? MAX_ACTIONS : MAX_OF_OWNER;
  const of = ofOwner(view, viewerId);
  const size = Math.max(most, MAX_REFUNDS);
  const handlesCards = handlesMoney && deps.cardPages !== null;
  const isTheirs = ({ ownerId }: OpenBooking) => isOwners(view, ownerId, viewerId);
  const theirs = work.filter(isTheirs);
  const awaiting = await listAwaitingContact(deps.db, now, most + 1, of);
  const today = londonDate(now);
  const { assessors, toDo } = await visitsToDo(deps, most + 1, of);
  const hasInvoices = knowsPayments(deps);
  const overdue = hasInvoices ? await overdueInvoices(deps, today, Math.max(most, MAX_OVERDUE) + 1, of) : [];
  const overdueBookings = await bookingsById(
    deps.db,
    overdue.map(({ bookingId }) => bookingId),
  );
  const failed = await listJobs(deps, { filter: "problems" });
  const open = await openParts(deps.db, theirs);
  const cut = await partsOf(deps.db, moment, most, {
    contact: awaiting,
    note: await unreadNotes(deps, most + 1, of),
    request: await listOpenRequests(deps.db, most + 1, of),
    virus: await listInfectedFiles(deps.db, most + 1, of),
    billing: hasInvoices ? await listBillingToChange(deps.db, most + 1, of) : [],
    "to-invoice": await listToInvoice(deps.db, moment, most + 1, of),
    unsafe: toDo?.unsafe ?? [],
    overdue: overdue.map(({ bookingId, invoice }) => ({
      ...overdueBookings.get(bookingId)!,
      openPence: openPence(invoice),
      dueOn: dueDayOf(invoice),
      payment: standingWords(invoice, today) + (invoice.isDisputed ? ", disputed" : ""),
    })),
  });
  const opened = OPEN_CARDS.flatMap((card) => open[card].shown);
  const staged = [...page.bookings, ...open["outcome-missing"].shown, ...open["to-complete"].shown];
  const stages = await readStages(
    deps,
    staged.map(({ id }) => id),
    moment,
  );
  const days = await bookingDays(deps, [...page.bookings, ...opened]);
  const ownerNames = await findUserNames(
    deps,
    page.bookings.map(({ owner_id }) => owner_id),
  );
  const othersIds = new Set(work.filter((booking) => !isTheirs(booking)).map(({ id }) => id));
  const reports = await listReports(deps, moment, most, othersIds);
  const ofOthers = [...cut.request.shown, ...reports.flatMap(({ shown }) => shown)].map(
    ({ booking }) => booking,
  );
  const deadlines = await deadlinesOf(
    deps,
    [...opened, ...cut.contact.shown, ...ofOthers].map(({ id }) => id),
  );
  const withDeadlines = <Booking extends ActionBooking>(booking: Booking) => ({
    ...booking,
    deadlines: deadlineNotes(deadlines.get(booking.id), today),
  });
  const ofBookings = <Item extends { booking: ActionBooking }, More>(part: Part<Item> & More) => ({
    ...part,
    shown: part.shown.map((item) => ({ ...item, booking: withDeadlines(item.booking) })),
  });
  const withDays = ({ shown, count }: Part<ActionBooking>) => ({
    count,
    shown: shown.map((booking) => ({ ...withDeadlines(booking), day: days.get(booking.id) ?? null })),
  });
  const inStage = (part: Part<ActionBooking>) => ({
    count: part.count,
    shown: withDays(part).shown.map((booking) => ({ ...booking, stage: stages.get(booking.id)! })),
  });
  const reportsAt = (stage: (typeof REPORT_CARDS)[number]) =>
    ofBookings(reports.find((card) => card.stage === stage)!);
  const questions = await questionsWithoutAnswer(
    deps.db,
    open.unanswered.shown.map(({ id }) => id),
  );
  const places = listPlacesInDoubt(troubled);
  /** Each kind of task; null for those whom it does not concern. */
  const parts = {
    ...cut,
    concern: seesConcerns ? inFull(await listOpenConcerns(deps.db)) : null,
    "card-payment": handlesCards
      ? firstOf(await pageOfQuery(cardPaymentsToCheck(deps), FIRST_PAGE, { size }))
      : null,
    "card-return": handlesCards ? firstOf(await openReturns(deps, size)) : null,
    refund: handlesMoney ? firstOf(pageOf(await refundsDue(deps), FIRST_PAGE, { size })) : null,
    "beyond-cap":
      handlesMoney && hasOrganisations(deps)
        ? firstOf(await pageOfQuery(bookingsBeyondCap(deps.db), FIRST_PAGE, { size }))
        : null,
    troubled: inFull(await listTroubled(deps, troubled)),
    place: { shown: places.slice(0, MAX_PLACES), count: places.length },
    request: ofBookings(cut.request),
    contact: { ...cut.contact, shown: cut.contact.shown.map(withDeadlines) },
    part: inFull(await overdueParts(deps)),
    "to-agree": toDo && withDays(open["to-agree"]),
    link: toDo && withDays(open.link),
    unanswered: toDo && {
      count: open.unanswered.count,
      shown: open.unanswered.shown.flatMap(({ id, reference }) => {
        const question = questions.get(id);
        return question ? [{ bookingId: id, reference, ...question }] : [];
      }),
    },
    "not-chosen": toDo && withDays(open["not-chosen"]),
    proposal: toDo && inFull(toDo.proposals),
    registration: toDo && inFull(toDo.registrations),
    paper: toDo && inFull(toDo.papers),
    "calendar-unread": toDo && inFull(toDo.oldFeeds),
    "outcome-missing": inStage(open["outcome-missing"]),
    late: reportsAt("late"),
    review: reportsAt("review"),
    due: reportsAt("due"),
    "not-received": reportsAt("not-received"),
    held: reportsAt("held"),
    "to-complete": inStage(open["to-complete"]),
    "referral-forms": withDays(open["referral-forms"]),
    overdue: hasInvoices ? cut.overdue : null,
    failed: { shown: failed.jobs.slice(0, MAX_ACTIONS), count: await countFailedJobs(deps) },
  } satisfies Record<QueueKind, unknown>;
  const assessorOf = ({ id }: { id: string }) => stages.get(id)!.assessor;
  return {
    moment,
    work,
    theirs,
    parts,
    totals,
    weeks,
    /** How many open bookings each has. */
    owners: {
      all: work.length,
      mine: work.filter(({ ownerId }) => ownerId === viewerId).length,
      none: work.filter(({ ownerId }) => ownerId === null).length,
    },
    ...page,
    bookings: page.bookings.map((booking) => {
      const { stage, since } = stages.get(booking.id)!;
      return {
        ...booking,
        stage,
        isOverdue: overdueIds.has(booking.id),
        waited: since && durationWords(now.getTime() - Date.parse(since)),
        assessor: assessorOf(booking)?.name ?? null,
        owner: ownerNames.get(booking.owner_id ?? "") ?? null,
        day: days.get(booking.id) ?? null,
      };
    }),
    matchCount: !isFiltered(view) ? totals.count : (count ?? (await countBookings(deps.db, view, narrowed))),
    assessorNames: new Map(assessors.map(({ id, name }) => [id, name])),
    assessors: listedBeside(
      assessors,
      new Set([view.assessor, ...page.bookings.map((booking) => assessorOf(booking)?.id ?? null)]),
    ).map(({ id, name }) => [id, name] as const),
    isInXero: makerNow(deps) === "xero",
  };
}

export type Dashboard = Awaited<ReturnType<typeof readDashboard>>;
