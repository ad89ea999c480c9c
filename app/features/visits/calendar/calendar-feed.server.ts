import type { DateArray, EventAttributes } from "ics";
import type { Deps } from "#app/deps.server.ts";
import { transact } from "#app/platform/database.server.ts";
import { isKnownTag } from "#app/platform/http/entity-tags.ts";
import { recordAudit, type ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import { allRestrictions, isBookingRestricted } from "#app/features/data-protection/restrictions.server.ts";
import { areaOf } from "#app/features/visits/record/visit-area.server.ts";
import { keptSince } from "#app/features/visits/record/former-assessors.server.ts";
import { findVisit, modeOf } from "#app/features/visits/record/find-visits.server.ts";
import type { FormerAssessorRow, VisitRow } from "#app/features/visits/record/tables.ts";
import { spanOf } from "#app/features/visits/record/visit-times.ts";
import { addDays, londonDate } from "#app/platform/dates.ts";

const PAST_DAYS = 30;
const FUTURE_DAYS = 180;

const secretOf = (userId: string) => `feed:${userId}`;

const findFeed = async ({ db }: Pick<Deps, "db">, userId: string) =>
  db.selectFrom("calendar_feeds").selectAll().where("user_id", "=", userId).executeTakeFirst();

/** The secret address of a user's calendar; null while it is off. */
export async function feedAddress(deps: Pick<Deps, "db" | "secrets" | "env">, userId: string) {
  const feed = await findFeed(deps, userId);
  if (feed?.is_on !== 1) return null;
  const token = deps.secrets.accessToken(secretOf(userId), feed.version);
  return `${deps.env.APP_ORIGIN}/calendar/${userId}/${token}.ics`;
}

/** Gives the calendar a new address, or turns it off. The former address stops working at once. */
export async function changeFeed(
  deps: Deps,
  { userId, isOn, ...by }: ActedByRequest & { userId: string; isOn: boolean },
): Promise<void> {
  await transact(deps, async (inside) => {
    const version = ((await findFeed({ db: inside.db } as Pick<Deps, "db">, userId))?.version ?? 0) + 1;
    const row = { version, is_on: isOn ? (1 as const) : (0 as const) };
    await inside.db
      .insertInto("calendar_feeds")
      .values({ user_id: userId, ...row })
      .onConflict((conflict) => conflict.column("user_id").doUpdateSet(row))
      .execute();
    await recordAudit(inside, by, isOn ? "calendar.address-made" : "calendar.turned-off", ["user", userId]);
  });
}

/** The assessor of a calendar (null: all visits) and its version. Null for a wrong or former address, a deactivated
 * user and a customer. */
async function readerOf(deps: Deps, userId: string, token: string) {
  const feed = await findFeed(deps, userId);
  const isRight = deps.secrets.isAccessToken(token, secretOf(userId), feed?.version ?? 0);
  if (!isRight || feed?.is_on !== 1) return null;
  const user = await deps.db
    .selectFrom("users")
    .select(["role_id", "is_active"])
    .where("id", "=", userId)
    .executeTakeFirst();
  if (user?.is_active !== 1 || user.role_id === "customer") return null;
  return { version: feed.version, assessorId: user.role_id === "assessor" ? userId : null };
}

function visitsOf(deps: Deps, assessorId: string | null) {
  const now = deps.clock.now();
  const today = londonDate(now);
  return deps.db
    .selectFrom("visits")
    .innerJoin("bookings", "bookings.id", "visits.booking_id")
    .where("visits.day", ">=", addDays(today, -PAST_DAYS))
    .where("visits.day", "<=", addDays(today, FUTURE_DAYS))
    .where((eb) =>
      eb.or([
        eb("visits.ended_as", "is", null),
        eb("visits.ended_as", "!=", "cancelled"),
        eb("visits.ended_at", ">=", keptSince(now)),
      ]),
    )
    .$if(assessorId !== null, (query) => query.where("visits.assessor_id", "=", assessorId!));
}

/** Visits that the assessor had and somebody else has now. */
const formerVisitsOf = (deps: Deps, assessorId: string) =>
  deps.db
    .selectFrom("visit_former_assessors as former")
    .where("former.assessor_id", "=", assessorId)
    .where("former.left_at", ">=", keptSince(deps.clock.now()));

/** Who visits, by id: staff's calendar says it of each entry. Nobody for an assessor's own. */
async function visitorNames(deps: Deps, assessorId: string | null): Promise<ReadonlyMap<string, string>> {
  if (assessorId !== null) return new Map();
  const rows = await visitsOf(deps, null)
    .innerJoin("users", "users.id", "visits.assessor_id")
    .select(["users.id", "users.first_name", "users.last_name"])
    .distinct()
    .orderBy("users.id")
    .execute();
  return new Map(rows.map(({ id, first_name, last_name }) => [id, `${first_name} ${last_name}`]));
}

/** Changes whenever the calendar would; costs a few short queries. */
async function tagOf(
  deps: Deps,
  { version, assessorId }: { version: number; assessorId: string | null },
  names: ReadonlyMap<string, string>,
) {
  const newest = await visitsOf(deps, assessorId)
    .select((eb) => [
      eb.fn.countAll().as("count"),
      eb.fn.max("visits.updated_at").as("visit"),
      eb.fn.max("bookings.updated_at").as("booking"),
    ])
    .executeTakeFirstOrThrow();
  const former =
    assessorId === null
      ? null
      : await formerVisitsOf(deps, assessorId)
          .select((eb) => [eb.fn.countAll().as("count"), eb.fn.max("former.left_at").as("left")])
          .executeTakeFirstOrThrow();
  const restrictions = await allRestrictions(deps.db);
  const state = [
    ...[version, londonDate(deps.clock.now()), newest.count, newest.visit, newest.booking],
    ...names.values(),
    ...[former?.count, former?.left, ...restrictions.map(({ id }) => id).toSorted()],
  ].join(" ");
  return `"${deps.secrets.hash(state, "calendar-tag").slice(0, 22)}"`;
}

/** An instant (milliseconds) as the parts of its UTC date and time. */
export function dateParts(instant: number): DateArray {
  const at = new Date(instant);
  return [at.getUTCFullYear(), at.getUTCMonth() + 1, at.getUTCDate(), at.getUTCHours(), at.getUTCMinutes()];
}

async function townIn(deps: Deps, visit: VisitRow): Promise<string> {
  if (modeOf(visit) === "virtual") return "by video";
  const booking = await deps.db
    .selectFrom("bookings")
    .selectAll()
    .where("id", "=", visit.booking_id)
    .executeTakeFirstOrThrow();
  if (await isBookingRestricted(deps.db, booking)) return "";
  const { town, district } = await areaOf(deps, booking, (await findVisit(deps, visit.id))?.place ?? "");
  return town ?? district ?? "";
}

const titleOf = (reference: string, town: string, assessor = "") =>
  [`Assessment ${reference}`, town, assessor].filter(Boolean).join(" – ");

type Entry = Omit<FormerAssessorRow, "visit_id" | "assessor_id" | "left_at"> &
  Pick<VisitRow, "id" | "ended_as" | "created_at" | "updated_at">;

function eventOf(
  visit: Entry,
  host: string,
  entry: { suffix: string; title: string; from: number; until: number },
): EventAttributes & { timestamp: number } {
  const isCancelled = visit.ended_as === "cancelled";
  const [made, changed] = [Date.parse(visit.created_at), Date.parse(visit.updated_at)];
  return {
    uid: `${visit.id}${entry.suffix}@${host}`,
    // Rises with each change: the seconds since the visit was agreed.
    sequence: Math.floor((changed - made) / 1000),
    timestamp: changed,
    productId: "capacity-assessments",
    title: entry.title,
    start: dateParts(entry.from),
    end: dateParts(entry.until),
    startInputType: "utc",
    startOutputType: "utc",
    endInputType: "utc",
    endOutputType: "utc",
    status: isCancelled ? "CANCELLED" : "CONFIRMED",
    busyStatus: isCancelled ? "FREE" : "BUSY",
    classification: "PRIVATE",
  };
}

function eventsOf(deps: Deps, visit: Entry, title: string, hasTravel: boolean) {
  const { hostname } = new URL(deps.env.APP_ORIGIN);
  const own = spanOf(visit);
  const whole = spanOf(visit, { before: visit.travel_before_minutes, after: visit.travel_after_minutes });
  const travel = (suffix: string, from: number, until: number) =>
    hasTravel && from < until ? [eventOf(visit, hostname, { suffix, title: "Travel", from, until })] : [];
  return [
    eventOf(visit, hostname, { suffix: "", title, ...own }),
    ...travel("-before", whole.from, own.from),
    ...travel("-after", own.until, whole.until),
  ];
}

/** The entries of visits that somebody else has now: cancelled, at the time of then, and without the town. */
async function formerEvents(deps: Deps, assessorId: string) {
  const rows = await formerVisitsOf(deps, assessorId)
    .innerJoin("visits", "visits.id", "former.visit_id")
    .innerJoin("bookings", "bookings.id", "visits.booking_id")
    .selectAll("former")
    .select(["visits.created_at", "bookings.reference"])
    .orderBy("former.left_at")
    .orderBy("former.visit_id")
    .execute();
  return rows.flatMap(({ reference, ...row }) => {
    const visit = { ...row, id: row.visit_id, ended_as: "cancelled", updated_at: row.left_at } as const;
    return eventsOf(deps, visit, titleOf(reference, ""), true);
  });
}

type Feed = { tag: string; content: string | null };

/** The calendar at a secret address: an assessor's own visits with travel, or for staff all visits, each with who goes.
 * No client's name and no street is in it. `content` is null when `knownTags`, an `If-None-Match` header, still has it;
 * the whole is null for an address that does not work. */
export async function readFeed(
  deps: Deps,
  { userId, token, knownTags }: { userId: string; token: string; knownTags: string | null },
): Promise<Feed | null> {
  const reader = await readerOf(deps, userId, token);
  if (!reader) return null;
  const names = await visitorNames(deps, reader.assessorId);
  const tag = await tagOf(deps, reader, names);
  if (isKnownTag(knownTags, tag)) return { tag, content: null };
  const visits = await visitsOf(deps, reader.assessorId)
    .selectAll("visits")
    .select("bookings.reference")
    .orderBy("visits.day")
    .orderBy("visits.start")
    .orderBy("visits.id")
    .execute();
  const events = [];
  for (const visit of visits) {
    const title = titleOf(visit.reference, await townIn(deps, visit), names.get(visit.assessor_id));
    events.push(...eventsOf(deps, visit, title, reader.assessorId !== null));
  }
  if (reader.assessorId !== null) events.push(...(await formerEvents(deps, reader.assessorId)));
  const { createEvents } = await import("ics");
  const { error, value } = createEvents(events, {
    calName: `Visits, ${deps.settings.current().company.name}`,
  });
  if (error || value === undefined) throw error ?? new Error("No calendar made");
  return { tag, content: value };
}
