import type { Deps } from "#app/deps.server.ts";
import { BY_SYSTEM, recordAudit, type ActedBy } from "#app/features/audit/record-audit.server.ts";
import { isToCome } from "#app/features/booking/fields/status.ts";
import type { BookingRow } from "#app/features/booking/fields/tables.ts";
import {
  changeBooking,
  DONE,
  refused,
  whyKept,
  type KeptNow,
  type Refused,
} from "#app/features/booking/record/change-booking.server.ts";
import { findBooking } from "#app/features/booking/record/find-booking.server.ts";
import { updateBooking } from "#app/features/booking/record/write-booking.server.ts";
import { enqueueMail } from "#app/features/outbox/enqueue-mail.server.ts";
import { isForStaff } from "#app/features/visits/plan/is-for-staff.server.ts";
import { readInTheWay } from "#app/features/visits/plan/in-the-way.server.ts";
import { whyNotYet } from "#app/features/visits/plan/in-the-way.ts";
import { needOf, whoIsFree } from "#app/features/visits/plan/who-is-free.server.ts";
import { visitsOfBooking, type Visit } from "#app/features/visits/record/find-visits.server.ts";
import { freedToLookAt, lookAgain } from "#app/features/visits/record/freed-times.server.ts";
import { upcomingVisit } from "#app/features/visits/record/stage.ts";
import type { EarlierAskRow, FreedTimeRow } from "#app/features/visits/record/tables.ts";
import type { VisitPlan } from "#app/features/visits/record/visit-plan.ts";
import { instantOf, whenOf } from "#app/features/visits/record/visit-times.ts";
import { addDays, londonMinute } from "#app/platform/dates.ts";
import type { Executor } from "#app/platform/database.server.ts";
import { inPages } from "#app/kit/pieces.server.ts";
import { moveVisit } from "./change-visit.server.ts";

/** The waiting list: referrers who asked for an earlier date are asked, one after another, when a time falls free. The
 * first to press has it. Nothing is held: whether a time is still free is looked up whenever somebody asks. */

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A time is worth a mail from so many days before the agreed one. */
const MIN_DAYS_EARLIER = 2;
/** A referrer is asked so often at most for one booking, and not again within so many days. */
const MAX_ASKS = 3;
const MIN_DAYS_BETWEEN = 7;
/** The next in the line is asked after so many hours, and after these when nobody was there to ask. */
const HOURS_TO_PRESS = 4;
const HOURS_TO_LOOK = 1;
/** Assessors have at least a day's notice. */
const MIN_NOTICE_MS = DAY_MS;
/** Mails about it go out in these hours of London. */
const [MAILS_FROM, MAILS_UNTIL] = ["08:00", "20:00"];
/** So many of those who wait are read at once. */
const MAX_READ = 50;

type Timed = Pick<FreedTimeRow, "assessor_id" | "day" | "start">;
type Left = Timed & Pick<FreedTimeRow, "visit_id">;
type ReadDeps = Pick<Deps, "clock" | "secrets" | "settings"> & { db: Executor };

type Earlier = { held: Visit; plan: VisitPlan };

/** The visit as it would be at the earlier time; null when the booking cannot have it, as things are now. */
async function earlierPlan(deps: ReadDeps, booking: BookingRow, time: Timed): Promise<Earlier | null> {
  const { day, start, assessor_id } = time;
  const now = deps.clock.now();
  if (!isToCome(booking.status) || instantOf(day, start) < now.getTime() + MIN_NOTICE_MS) return null;
  const held = upcomingVisit(await visitsOfBooking(deps, booking.id), now);
  if (!held || held.day < addDays(day, MIN_DAYS_EARLIER)) return null;
  if (await whyKept(deps.db, booking, { by: BY_SYSTEM })) return null;
  // An interpreter or a second person may come at the agreed time.
  if (await isForStaff(deps, booking)) return null;
  if (whyNotYet({ ...(await readInTheWay(deps, booking)), askedDate: null }, day)) return null;
  const need = { ...(await needOf(deps, booking)), exceptVisitId: held.id };
  const plan = { day, start, minutes: held.minutes, mode: held.mode, place: held.place };
  const list = await whoIsFree(deps, plan, need);
  return list.find(({ id }) => id === assessor_id)?.fit.level === "fits" ? { held, plan } : null;
}

/** Open bookings whose referrer waits for an earlier date than the agreed one and may be asked about this time, without
 * the booking whose visit left it, those who have waited longest first. With `only`, that booking if it is among
 * them. */
function whoMayBeAsked(
  { db, clock }: Pick<ReadDeps, "db" | "clock">,
  { day, start, assessor_id, visit_id }: Left,
  only?: string,
) {
  const since = new Date(clock.now().getTime() - MIN_DAYS_BETWEEN * DAY_MS).toISOString();
  return db
    .selectFrom("bookings")
    .selectAll("bookings")
    .where("bookings.status", "in", ["pending", "confirmed"])
    .$if(only !== undefined, (query) => query.where("bookings.id", "=", only!))
    .where((eb) => {
      const asks = eb.selectFrom("earlier_asks").whereRef("earlier_asks.booking_id", "=", "bookings.id");
      const wished = eb
        .selectFrom("booking_requests")
        .select("booking_requests.id")
        .whereRef("booking_requests.booking_id", "=", "bookings.id")
        .where("booking_requests.kind", "=", "date")
        .where("booking_requests.answered_at", "is", null)
        .where("booking_requests.day", "<=", day);
      const agreed = eb
        .selectFrom("visits")
        .select("visits.id")
        .whereRef("visits.booking_id", "=", "bookings.id")
        .where("visits.ended_as", "is", null)
        .where("visits.day", ">=", addDays(day, MIN_DAYS_EARLIER));
      const sameTime = asks
        .select("earlier_asks.id")
        .where("earlier_asks.day", "=", day)
        .where("earlier_asks.start", "=", start)
        .where("earlier_asks.assessor_id", "=", assessor_id);
      return eb.and([
        eb.or([eb("bookings.prefer_earlier_date", "=", 1), eb.exists(wished)]),
        eb.exists(agreed),
        eb("bookings.id", "not in", eb.selectFrom("visits").select("booking_id").where("id", "=", visit_id)),
        eb.not(eb.exists(asks.select("earlier_asks.id").where("earlier_asks.asked_at", ">", since))),
        eb.not(eb.exists(sameTime)),
        eb(
          asks.select(({ fn }) => fn.countAll<number>().as("count")),
          "<",
          MAX_ASKS,
        ),
      ]);
    })
    .orderBy("bookings.created_at")
    .orderBy("bookings.id")
    .limit(MAX_READ);
}

/** Asks the next who waits for a time; false when nobody is there to ask. */
async function askNext(deps: Deps, time: FreedTimeRow): Promise<boolean> {
  const waiting = whoMayBeAsked(deps, time);
  const read = (last: BookingRow | undefined) =>
    waiting
      .$if(last !== undefined, (query) =>
        query.where((eb) =>
          eb.or([
            eb("bookings.created_at", ">", last!.created_at),
            eb.and([eb("bookings.created_at", "=", last!.created_at), eb("bookings.id", ">", last!.id)]),
          ]),
        ),
      )
      .execute();
  for await (const bookings of inPages(read)) {
    for (const { id } of bookings) if (await ask(deps, id, time)) return true;
  }
  return false;
}

/** Asks the referrer of a booking about a time; false when the booking cannot have it. */
async function ask(deps: Deps, bookingId: string, time: FreedTimeRow): Promise<boolean> {
  const asked = await changeBooking(deps, { bookingId, by: BY_SYSTEM }, async (inside, booking) => {
    const [mayBeAsked] = await whoMayBeAsked(inside, time, bookingId).execute();
    const earlier = mayBeAsked ? await earlierPlan(inside, booking, time) : null;
    if (!earlier) return refused("does-not-fit");
    const { assessor_id, day, start } = time;
    const [id, asked_at] = [inside.ids.uuid(), inside.clock.now().toISOString()];
    await inside.db
      .insertInto("earlier_asks")
      .values({ id, booking_id: booking.id, assessor_id, day, start, state: "open", asked_at })
      .execute();
    await enqueueMail(inside, {
      topic: "earlier-time",
      to: booking.referrer_email,
      bookingId,
      dedupeKey: `earlier-time:${id}`,
      payload: { askId: id, when: whenOf(earlier.plan) },
    });
    await recordAudit(inside, BY_SYSTEM, "earlier.asked", ["booking", bookingId], {
      note: `${whenOf(earlier.plan)}, in place of ${whenOf(earlier.held)}`,
    });
    return DONE;
  });
  return asked.ok;
}

/** Asks about the times that fell free, one referrer after another. Of several processes one takes each time. */
export async function askAboutFreed(deps: Deps): Promise<void> {
  const now = deps.clock.now();
  const hour = londonMinute(now).slice(11);
  if (!deps.settings.current().times.asksWaiting) return;
  if (hour < MAILS_FROM! || hour >= MAILS_UNTIL!) return;
  for (const time of await freedToLookAt(deps.db, now)) {
    const isLate = instantOf(time.day, time.start) < now.getTime() + MIN_NOTICE_MS;
    const inHours = (hours: number) => new Date(now.getTime() + hours * HOUR_MS).toISOString();
    if (!(await lookAgain(deps.db, time, isLate ? null : inHours(HOURS_TO_LOOK))) || isLate) continue;
    if (await askNext(deps, time))
      await lookAgain(deps.db, { ...time, look_at: inHours(HOURS_TO_LOOK) }, inHours(HOURS_TO_PRESS));
  }
}

const findAsk = async ({ db }: Pick<ReadDeps, "db">, bookingId: string): Promise<EarlierAskRow | undefined> =>
  db
    .selectFrom("earlier_asks")
    .selectAll()
    .where("booking_id", "=", bookingId)
    .orderBy("asked_at", "desc")
    .orderBy("id", "desc")
    .executeTakeFirst();

/** The earlier time about which the referrer of a booking was asked last: `plan` while they can have it. */
export async function readEarlier(deps: ReadDeps, booking: BookingRow) {
  const ask = await findAsk(deps, booking.id);
  if (!ask) return null;
  const earlier = ask.state === "open" ? await earlierPlan(deps, booking, ask) : null;
  return { askId: ask.id, state: ask.state, assessorId: ask.assessor_id, ...earlier };
}

/** Whether the referrer can still have what the mail about it says. */
export async function isStillEarlier(deps: ReadDeps, bookingId: string, askId: string): Promise<boolean> {
  const booking = await findBooking(deps.db, bookingId);
  const earlier = booking && (await readEarlier(deps, booking));
  return earlier?.askId === askId && earlier.plan !== undefined;
}

async function endAsk({ db }: Pick<ReadDeps, "db">, id: string, state: "taken" | "kept"): Promise<void> {
  await db.updateTable("earlier_asks").set({ state }).where("id", "=", id).execute();
}

type Answer = ActedBy & { bookingId: string; askId: string };

export type EarlierProblem = Refused<KeptNow | "gone" | "ended">;
type Answered = { ok: true } | EarlierProblem;

/** Moves the visit to the earlier time, in one commit with the checks of every move. Whoever comes second is told
 * `gone`. Safe to repeat. */
export function takeEarlier(deps: Deps, { bookingId, askId, ...by }: Answer) {
  const change = { bookingId, by, bindsReferrer: true as const };
  return changeBooking(deps, change, async (inside, booking): Promise<Answered> => {
    const earlier = await readEarlier(inside, booking);
    if (earlier?.askId !== askId || earlier.state === "kept") return refused("ended");
    if (earlier.state === "taken") return DONE;
    if (!earlier.plan) return refused("gone");
    const moved = await moveVisit(inside, {
      ...by,
      bookingId,
      version: booking.version,
      plan: earlier.plan,
      overruled: null,
      assessorId: earlier.assessorId,
      isReferrerTold: true,
      decided: { isRequestAnswered: true },
    });
    if (!moved.ok) return refused("gone");
    await endAsk(inside, askId, "taken");
    return DONE;
  });
}

/** Notes that the agreed time stays; with `isLast`, that the referrer waits for no earlier one any more. Safe to
 * repeat. */
export const keepAgreed = (deps: Deps, { bookingId, askId, isLast, ...by }: Answer & { isLast: boolean }) =>
  changeBooking(deps, { bookingId, by }, async (inside, booking) => {
    const ask = await findAsk(inside, bookingId);
    if (ask?.id !== askId || ask.state === "taken") return refused("ended");
    if (isLast && booking.prefer_earlier_date === 1)
      await updateBooking(inside.db, inside, booking, { prefer_earlier_date: 0 });
    if (ask.state === "kept") return DONE;
    await endAsk(inside, askId, "kept");
    const note = isLast ? "They wait for no earlier time any more" : undefined;
    await recordAudit(inside, by, "earlier.kept", ["booking", bookingId], { note });
    return DONE;
  });
