import { byIds } from "#app/kit/pieces.server.ts";
import { sql } from "kysely";
import type { Deps } from "#app/deps.server.ts";
import { deadlinesOf } from "#app/features/referral/deadlines.server.ts";
import type { Deadline } from "#app/features/referral/deadlines.ts";
import { heldVisits, visitsByBooking } from "#app/features/visits/record/find-visits.server.ts";
import { visitsNotOver } from "#app/features/visits/record/visits-in-time.server.ts";
import type { Executor } from "#app/platform/database.server.ts";
import { addDays, londonDate, type IsoDate } from "#app/platform/dates.ts";
import type { Secrets } from "#app/platform/secrets.server.ts";
import { NOTICE_WORKING_DAYS } from "./deliver-report.server.ts";
import { hasLeft, linkKeyOf } from "./link-mails.server.ts";
import { visitOfReport } from "./read-progress.server.ts";
import { OPEN_STAGES, type OpenStage } from "./report-list.ts";
import { addWorkingDays } from "#app/features/booking/fields/working-days.server.ts";

type ReadDeps = Pick<Deps, "clock" | "settings"> & { db: Executor; secrets: Secrets };

/** A report that was not released is listed for so long after its visit. */
const LISTED_DAYS = 365;
const SOON_WORKING_DAYS = 2;

/** A released report on its way: its links that are open and whose receipt nobody has confirmed. */
type OnItsWay = { openCount: number; downloadedCount: number; sentAt: string | null; isUnsent: boolean };

export type OpenReport = {
  bookingId: string;
  stage: OpenStage;
  /** The day that is promised for the report; null once it is released, and without a visit that is over. */
  dueOn: IsoDate | null;
  /** The days by which others need it, the earliest first. */
  deadlines: Deadline[];
  /** The day on which somebody should act at the latest: the reports are in this order. */
  actOn: IsoDate | null;
  delivery: OnItsWay | null;
};

/** The last day of a visit that is over, for each open booking without a released report. */
async function unreleasedVisits(
  deps: ReadDeps,
  { today, notOver }: { today: IsoDate; notOver: readonly string[] },
): Promise<Map<string, IsoDate>> {
  const rows = await deps.db
    .selectFrom("visits")
    .innerJoin("bookings", "bookings.id", "visits.booking_id")
    .select((eb) => ["visits.booking_id", eb.fn.max("visits.day").as("day")])
    .where("visits.day", ">=", addDays(today, -LISTED_DAYS))
    .where("visits.day", "<=", today)
    .where("visits.ended_as", "is", null)
    .$if(notOver.length > 0, (query) => query.where("visits.id", "not in", notOver))
    .where("bookings.status", "in", ["pending", "confirmed"])
    .where("bookings.referrer_email_key", "!=", "")
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("reports")
            .select("reports.id")
            .whereRef("reports.booking_id", "=", "visits.booking_id")
            .where("reports.state", "=", "released"),
        ),
      ),
    )
    .groupBy("visits.booking_id")
    .execute();
  return new Map(rows.map(({ booking_id, day }) => [booking_id, day]));
}

/** Bookings with a version in review, and those on hold with a version in review or released. One query. */
async function reviewedAndHeld(executor: Executor) {
  const inReview = executor
    .selectFrom("reports")
    .select(["booking_id", sql<"review" | "held">`'review'`.as("what")])
    .where("state", "=", "in-review");
  // Joined to their reports, SQLite would begin with all that were ever released.
  const onHold = executor
    .selectFrom("report_holds")
    .select(["booking_id", sql<"review" | "held">`'held'`.as("what")])
    .where("lifted_at", "is", null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("reports")
          .select("reports.id")
          .whereRef("reports.booking_id", "=", "report_holds.booking_id")
          .where("reports.state", "in", ["in-review", "released"]),
      ),
    );
  const rows = await inReview.unionAll(onHold).execute();
  const idsOf = (wanted: "review" | "held") =>
    new Set(rows.filter(({ what }) => what === wanted).map(({ booking_id }) => booking_id));
  return { inReview: idsOf("review"), onHold: idsOf("held") };
}

/** Deliveries whose link is open and whose receipt nobody has confirmed, by booking. One query. */
async function onTheirWay({ db, clock }: ReadDeps): Promise<Map<string, OnItsWay>> {
  // A cross join keeps SQLite from beginning with all reports that were ever released.
  const rows = await db
    .selectFrom("report_deliveries")
    .crossJoin("reports")
    .leftJoin("outbox", (join) =>
      join.on("outbox.dedupe_key", "=", linkKeyOf("report_deliveries.id", "report_deliveries.token_version")),
    )
    .select([
      "reports.booking_id as bookingId",
      "report_deliveries.downloaded_at",
      "report_deliveries.created_at",
      "outbox.id as jobId",
      "outbox.state",
      "outbox.delivery",
      "outbox.cancel_code",
      "outbox.finished_at",
    ])
    .where("report_deliveries.expires_at", ">", clock.now().toISOString())
    .where("report_deliveries.received_at", "is", null)
    .where("report_deliveries.ended_at", "is", null)
    .whereRef("reports.id", "=", "report_deliveries.report_id")
    .where("reports.state", "=", "released")
    .execute();
  return new Map(
    [...Map.groupBy(rows, ({ bookingId }) => bookingId)].map(([bookingId, links]) => {
      // The mail of an erased recipient is gone: it counts as sent with the release.
      const sent = links.flatMap((link) =>
        link.jobId === null ? link.created_at : hasLeft(link) ? link.finished_at! : [],
      );
      const downloadedCount = links.filter(({ downloaded_at }) => downloaded_at !== null).length;
      const isUnsent = sent.length < links.length;
      return [
        bookingId,
        { openCount: links.length, downloadedCount, sentAt: sent.sort()[0] ?? null, isUnsent },
      ];
    }),
  );
}

type AgreedDays = ReadonlyMap<string, number | null>;

/** Working days from the visit to the report that were agreed for bookings. */
async function agreedDays({ db }: ReadDeps, bookingIds: Iterable<string>): Promise<AgreedDays> {
  const rows = await byIds(bookingIds, (piece) =>
    db.selectFrom("bookings").select(["id", "report_days"]).where("id", "in", piece).execute(),
  );
  return new Map(rows.map(({ id, report_days }) => [id, report_days]));
}

/** The day on which the report is due, of bookings with a version in review. None where the report was released:
 * what is in review adds to it. */
async function dueDays(deps: ReadDeps, bookingIds: readonly string[], agreed: AgreedDays) {
  if (bookingIds.length === 0) return new Map();
  const visitsOf = await visitsByBooking(deps.db, bookingIds);
  const held = await heldVisits(deps.db, bookingIds);
  const rows = await byIds(bookingIds, (piece) =>
    deps.db
      .selectFrom("reports")
      .select("booking_id")
      .where("booking_id", "in", piece)
      .where("state", "=", "released")
      .execute(),
  );
  const released = new Set(rows.map(({ booking_id }) => booking_id));
  return new Map(
    bookingIds
      .filter((id) => !released.has(id))
      .map((id) => {
        const booking = { report_days: agreed.get(id) ?? null };
        return [id, visitOfReport(deps, booking, visitsOf.get(id) ?? [], held).dueOn];
      }),
  );
}

/** `addWorkingDays` for many reports: they have few days among them. */
function rememberedDays(): typeof addWorkingDays {
  const known = new Map<string, IsoDate>();
  return (day, count) => {
    const key = `${day} ${count}`;
    const reached = known.get(key) ?? addWorkingDays(day, count);
    known.set(key, reached);
    return reached;
  };
}

const earliest = (days: readonly (IsoDate | null)[]): IsoDate | null =>
  days.filter((day) => day !== null).toSorted()[0] ?? null;

/** All reports on which somebody works or waits, what is due first on top. The same few queries for any number of them.
 * `notOver`: ids of visits whose time is not over, where they were read already. */
export async function openReports(deps: ReadDeps, notOver?: readonly string[]): Promise<OpenReport[]> {
  const now = deps.clock.now();
  const today = londonDate(now);
  const { reportDays } = deps.settings.current().documents;
  const visitDays = await unreleasedVisits(deps, {
    today,
    notOver: notOver ?? (await visitsNotOver(deps.db, now)),
  });
  const { inReview, onHold } = await reviewedAndHeld(deps.db);
  const deliveries = await onTheirWay(deps);
  const beforeRelease = new Set([...visitDays.keys(), ...inReview]);
  const agreed = await agreedDays(deps, beforeRelease);
  const reviewed = await dueDays(
    deps,
    [...inReview].filter((id) => !visitDays.has(id)),
    agreed,
  );
  const deadlines = await deadlinesOf(deps, [...beforeRelease]);

  const workingDaysAfter = rememberedDays();

  function unreleased(bookingId: string): OpenReport {
    const day = visitDays.get(bookingId);
    const days = agreed.get(bookingId) ?? reportDays;
    const dueOn = day === undefined ? (reviewed.get(bookingId) ?? null) : workingDaysAfter(day, days);
    const needed = deadlines.get(bookingId) ?? [];
    const actOn = earliest([dueOn, ...needed.map((one) => one.day)]);
    const isSoon = actOn !== null && today >= workingDaysAfter(actOn, -SOON_WORKING_DAYS);
    const written = dueOn !== null && today > dueOn ? "late" : isSoon ? "due" : "writing";
    const stage = onHold.has(bookingId) ? "held" : inReview.has(bookingId) ? "review" : written;
    return { bookingId, stage, dueOn, deadlines: needed, actOn, delivery: null };
  }

  function released(bookingId: string): OpenReport {
    const delivery = deliveries.get(bookingId) ?? null;
    const sentOn = delivery?.sentAt ? londonDate(new Date(delivery.sentAt)) : null;
    const callOn = sentOn && workingDaysAfter(sentOn, NOTICE_WORKING_DAYS);
    const isUnread = callOn !== null && today >= callOn;
    const arrived = delivery?.isUnsent ? "unsent" : isUnread ? "not-received" : "sent";
    const stage = onHold.has(bookingId) ? "held" : arrived;
    return { bookingId, stage, dueOn: null, deadlines: [], actOn: callOn ?? today, delivery };
  }

  const afterRelease = new Set([...deliveries.keys(), ...onHold].filter((id) => !beforeRelease.has(id)));
  return [...[...beforeRelease].map(unreleased), ...[...afterRelease].map(released)].toSorted(
    (one, other) =>
      (one.actOn ?? "9").localeCompare(other.actOn ?? "9") || (one.bookingId < other.bookingId ? -1 : 1),
  );
}

/** How many open reports are in each stage. */
export function countStages(reports: readonly OpenReport[]): Record<OpenStage, number> {
  return Object.fromEntries(
    OPEN_STAGES.map((stage) => [stage, reports.filter((report) => report.stage === stage).length]),
  ) as Record<OpenStage, number>;
}

/** Released versions whose recipients have all received them or have no open link any more, the newest first. */
export async function finishedReports(
  { db, clock }: Pick<ReadDeps, "db" | "clock">,
  { offset, limit }: { offset: number; limit: number },
) {
  return db
    .selectFrom("reports")
    .select(["reports.id", "reports.booking_id as bookingId", "reports.version"])
    .select((eb) =>
      eb
        .selectFrom("report_deliveries")
        .select((delivery) => delivery.fn.max<string | null>("report_deliveries.received_at").as("at"))
        .whereRef("report_deliveries.report_id", "=", "reports.id")
        .as("receivedAt"),
    )
    .where("reports.state", "=", "released")
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("report_deliveries")
            .select("report_deliveries.id")
            .whereRef("report_deliveries.report_id", "=", "reports.id")
            .where("report_deliveries.received_at", "is", null)
            .where("report_deliveries.ended_at", "is", null)
            .where("report_deliveries.expires_at", ">", clock.now().toISOString()),
        ),
      ),
    )
    .orderBy("reports.declared_at", "desc")
    .orderBy("reports.id", "desc")
    .limit(limit)
    .offset(offset)
    .execute();
}
