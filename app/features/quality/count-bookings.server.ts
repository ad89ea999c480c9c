import type { Personal } from "#app/features/data-protection/personal.ts";
import type { Deps } from "#app/deps.server.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import { workingDaysBetween } from "#app/features/booking/fields/working-days.server.ts";
import { currentOffer } from "#app/features/catalogue/catalogue.ts";
import { reviewCodes } from "#app/features/report/report-rows.server.ts";
import { readAgainCodes } from "#app/features/report/samples.server.ts";
import { byIds } from "#app/kit/pieces.server.ts";
import type { Executor } from "#app/platform/database.server.ts";
import { londonDate, startOfLondonDay, type IsoDate } from "#app/platform/dates.ts";
import type { Secrets } from "#app/platform/secrets.server.ts";
import { readFacts, type BookingFacts, type CountedBooking } from "./booking-facts.server.ts";
import { noticeOf, type CountKey } from "./figures.ts";

type ReadDeps = { db: Executor; clock: Deps["clock"]; secrets: Secrets };

/** So many cases of a booking, of a month, and of nobody's where no assessor had a part in them. */
export type Counted = {
  month: IsoDate;
  organisationId: string | null;
  assessorId: string | null;
  key: CountKey;
  count: number;
};

const dayOf = (instant: string) => londonDate(new Date(instant));
const monthOf = (instant: string) => `${dayOf(instant).slice(0, 7)}-01`;

/** Acts of recipients on versions, and reasons of reviewers, by version. */
async function eventsOf({ db }: ReadDeps, ids: readonly string[]) {
  const deliveries = await byIds(ids, (piece) =>
    db
      .selectFrom("report_deliveries")
      .select(["report_id", "received_at", "ended_at"])
      .where("report_id", "in", piece)
      .orderBy("received_at")
      .execute(),
  );
  const questions = await byIds(ids, (piece) =>
    db
      .selectFrom("report_questions")
      .innerJoin("report_deliveries", "report_deliveries.id", "report_questions.delivery_id")
      .select(["report_deliveries.report_id", "report_questions.purpose"])
      .where("report_deliveries.report_id", "in", piece)
      .execute(),
  );
  return {
    deliveries: Map.groupBy(deliveries, ({ report_id }) => report_id),
    questions: Map.groupBy(questions, ({ report_id }) => report_id),
    codes: await reviewCodes(db, ids),
    again: await readAgainCodes(db, ids),
  };
}

const RULED = ["id", "created_at", "status", "channel", "organisation_id", "promise_hours"] as const;
type Booking = CountedBooking & Pick<BookingRow, (typeof RULED)[number]>;
type Facts = BookingFacts & { booking: Booking };

/** Whether the first contact was made within the promise; null while that is open. */
function keptPromise({ contact, isOpen, booking }: Facts): boolean | null {
  if (!contact) return null;
  const isInTime = contact.hours <= (booking.promise_hours ?? currentOffer().rules.promiseHours);
  if (contact.isMade) return isInTime;
  return isOpen && !isInTime ? false : null;
}

function countsOf(
  facts: Facts,
  { deliveries, questions, codes, again }: Awaited<ReturnType<typeof eventsOf>>,
) {
  const { booking, contact, held, notHeld, cancelled, versions, released, toVisit, toReport } = facts;
  const found: { assessorId: string | null; key: CountKey }[] = [];
  const add = (key: CountKey, assessorId: string | null = null) => found.push({ key, assessorId });
  add("bookings");
  const isKept = keptPromise(facts);
  if (isKept !== null) add(isKept ? "promise:kept" : "promise:missed");
  // In tenths of an hour: a part counts as a whole one.
  if (contact?.isMade) add(`contact:${Math.ceil(contact.hours * 10)}`);
  for (const { assessor_id } of held) add("held", assessor_id);
  for (const { assessorId, reason } of notHeld) add(`not-held:${reason}`, assessorId);
  for (const { assessorId, noticeDays } of cancelled) add(`cancelled:${noticeOf(noticeDays)}`, assessorId);
  if (toVisit.took !== null) add(`to-visit:${toVisit.took}`, held[0]!.assessor_id);
  if (toReport.took !== null) add(`to-report:${toReport.took}`, released!.author_id);
  const receipts = released ? (deliveries.get(released.id) ?? []) : [];
  const receivedAt = receipts.find(({ received_at }) => received_at !== null)?.received_at;
  if (receivedAt)
    add(
      `to-receipt:${workingDaysBetween(dayOf(released!.reviewed_at!), dayOf(receivedAt))}`,
      released!.author_id,
    );
  const [first] = versions.filter(({ kind }) => kind === "report");
  if (first) add(first.state === "returned" ? "first:returned" : "first:released", first.author_id);
  for (const { id, kind, state, author_id } of versions) {
    if (state === "returned") {
      add("returned", author_id);
      for (const code of codes.get(id) ?? (["none"] as const)) add(`returned:${code}`, author_id);
    } else add(`released:${kind}`, author_id);
    const foundAgain = again.get(id);
    if (foundAgain) add("again", author_id);
    if (foundAgain?.length === 0) add("again:nothing", author_id);
    for (const code of foundAgain ?? []) add(`again:${code}`, author_id);
    if (state === "withdrawn") add("withdrawn", author_id);
    for (const { ended_at } of deliveries.get(id) ?? []) if (ended_at !== null) add("link-ended", author_id);
    for (const { purpose } of questions.get(id) ?? []) add(`asked:${purpose}`, author_id);
  }
  const of = { month: monthOf(booking.created_at), organisationId: booking.organisation_id, count: 1 };
  return found.map((one): Counted => ({ ...of, ...one }));
}

async function countBookings(deps: ReadDeps, bookings: readonly Booking[]): Promise<Counted[]> {
  const facts = await readFacts(deps, bookings);
  const ids = facts.flatMap(({ versions }) => versions.map(({ id }) => id));
  const events = await eventsOf(deps, ids);
  return facts.flatMap((one) => countsOf(one, events));
}

const BOOKINGS_AT_ONCE = 500;

/** Cases of the bookings that were made from a day on, and before another, a batch at a time. An erased booking is
 * counted by what was kept of it. */
export async function* liveCounts(deps: ReadDeps, { from, before }: { from: IsoDate; before: IsoDate }) {
  let last = { created_at: "", id: "" };
  for (;;) {
    const bookings = await deps.db
      .selectFrom("bookings")
      .select(RULED)
      .where("created_at", ">=", last.created_at || startOfLondonDay(from).toISOString())
      .where("created_at", "<", startOfLondonDay(before).toISOString())
      .where("referrer_email_key", "!=", "")
      .where((eb) => eb.or([eb("created_at", ">", last.created_at), eb("id", ">", last.id)]))
      .orderBy("created_at")
      .orderBy("id")
      .limit(BOOKINGS_AT_ONCE)
      .execute();
    yield await countBookings(deps, bookings);
    const end = bookings.at(-1);
    if (!end || bookings.length < BOOKINGS_AT_ONCE) return;
    last = end;
  }
}

/** Keeps the counts of a booking that is about to be erased. Harmless to repeat. */
async function keepCounts(db: Executor, deps: Omit<ReadDeps, "db">, bookingId: string): Promise<void> {
  const bookings = await db
    .selectFrom("bookings")
    .select(RULED)
    .where("id", "=", bookingId)
    .where("referrer_email_key", "!=", "")
    .execute();
  for (const { month, organisationId, assessorId, key, count } of await countBookings(
    { ...deps, db },
    bookings,
  )) {
    const of = { organisation_id: organisationId ?? "", assessor_id: assessorId ?? "" };
    await db
      .insertInto("quality_days")
      .values({ day: month, ...of, key, count, sum: 0 })
      .onConflict((conflict) =>
        conflict
          .columns(["day", "key", "organisation_id", "assessor_id"])
          .doUpdateSet((eb) => ({ count: eb("quality_days.count", "+", count) })),
      )
      .execute();
  }
}

/** Figures outlive the bookings that they count, as counts. */
export const personal: Personal = { beforeErasing: keepCounts };
