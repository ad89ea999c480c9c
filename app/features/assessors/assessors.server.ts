import { byIds } from "#app/kit/pieces.server.ts";
import { filterAsked, pageOf } from "#app/kit/pages.ts";
import type { Deps } from "#app/deps.server.ts";
import { recordAudit, type ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import type { PricingMode } from "#app/features/catalogue/catalogue.ts";
import { transact, type Executor } from "#app/platform/database.server.ts";
import { addDays, londonDate, type IsoDate } from "#app/platform/dates.ts";
import { sealedColumn, sealedJsonColumn, type Secrets } from "#app/platform/secrets.server.ts";
import { DEFAULT_TRAVEL_MINUTES, type AssessorProfile, type Profession } from "./profile.ts";
import { oldFeeds } from "./busy/busy-times.server.ts";
import { NO_HOURS, type WeekHours } from "./hours.ts";
import { NOTICE_DAYS, type Papers } from "./papers.ts";
import { changesOf, isEmpty, type Proposal } from "./proposal.ts";
import type { AssessorRow, DaysOffRow } from "./tables.ts";

export const sealedNumber = sealedColumn("assessors", "register_number_sealed");
export const sealedPhone = sealedColumn("assessors", "phone_sealed");
export const sealedPapers = sealedJsonColumn<Papers>("assessors", "papers_sealed");
export const sealedProposal = sealedJsonColumn<Proposal>("assessors", "proposal_sealed");

const ASSESSOR_ROLE = "assessor";

type UserPart = {
  id: string;
  email: string;
  first_name: string | null;
  last_name: string | null;
  is_active: number;
  role_id: string;
};

const nameOf = (user: Pick<UserPart, "first_name" | "last_name" | "email">) =>
  [user.first_name, user.last_name].filter(Boolean).join(" ") || user.email;

// One collator: `localeCompare` makes one for each comparison.
const COLLATOR = new Intl.Collator("en");
const byName = (a: { name: string }, b: { name: string }) => COLLATOR.compare(a.name, b.name);

function toAssessor(secrets: Secrets, user: UserPart, row: AssessorRow | undefined) {
  const list = <Item>(json: string | undefined) => JSON.parse(json ?? "[]") as Item[];
  const name = nameOf(user);
  const profile: AssessorProfile = {
    professions: list<Profession>(row?.professions),
    registerBody: row?.register_body ?? null,
    registerNumber: row?.register_number_sealed
      ? sealedNumber.decrypt(secrets, user.id, row.register_number_sealed)
      : null,
    registerEndsOn: row?.register_ends_on ?? null,
    assessments: list<string>(row?.assessments),
    modes: list<PricingMode>(row?.modes),
    areas: list<string>(row?.areas),
    languages: list<string>(row?.languages),
    maxVisitsADay: row?.max_visits_a_day ?? null,
    travelBeforeMinutes: row?.travel_before_minutes ?? DEFAULT_TRAVEL_MINUTES,
    travelAfterMinutes: row?.travel_after_minutes ?? DEFAULT_TRAVEL_MINUTES,
    phone: row?.phone_sealed ? sealedPhone.decrypt(secrets, user.id, row.phone_sealed) : null,
  };
  const changes = row?.proposal_sealed
    ? changesOf(profile, sealedProposal.decrypt(secrets, user.id, row.proposal_sealed))
    : {};
  return {
    ...profile,
    id: user.id,
    name,
    firstName: user.first_name ?? name,
    email: user.email,
    isActive: user.is_active === 1,
    /** False for somebody who had the role before. */
    isAssessor: user.role_id === ASSESSOR_ROLE,
    hasProfile: row !== undefined && row.professions !== "[]",
    hours: row ? (JSON.parse(row.hours) as WeekHours) : NO_HOURS,
    papers: row?.papers_sealed ? sealedPapers.decrypt(secrets, user.id, row.papers_sealed) : {},
    /** Changes that the assessor asks staff to confirm; null without a proposal. */
    proposed: isEmpty(changes) ? null : { changes, at: row?.proposed_at ?? "" },
    /** 0 before anything was saved. */
    version: row?.version ?? 0,
  };
}

export type Assessor = ReturnType<typeof toAssessor>;

/** Assessors whose names a page lists beside what it shows. */
const MAX_LISTED = 100;

/** Whom a page lists to choose from: everybody, or in a larger practice those of what it shows. The others are found
 * in Assessors; the record of each leads to the page. */
export const listedBeside = <One extends { id: string }>(
  all: readonly One[],
  shown: ReadonlySet<string | null>,
) => (all.length <= MAX_LISTED ? all : all.filter(({ id }) => shown.has(id)));

type ReadDeps = { db: Executor; secrets: Secrets };

async function readAssessors(deps: ReadDeps, ids?: readonly string[]): Promise<Assessor[]> {
  const users = deps.db
    .selectFrom("users")
    .select(["id", "email", "first_name", "last_name", "is_active", "role_id"]);
  const assessing = ids
    ? await byIds(ids, (piece) => users.where("id", "in", piece).where("role_id", "!=", "customer").execute())
    : await users.where("role_id", "=", ASSESSOR_ROLE).execute();
  const rows = await byIds(
    assessing.map(({ id }) => id),
    (piece) => deps.db.selectFrom("assessors").selectAll().where("user_id", "in", piece).execute(),
  );
  const rowOf = new Map(rows.map((row) => [row.user_id, row]));
  return assessing.map((user) => toAssessor(deps.secrets, user, rowOf.get(user.id))).toSorted(byName);
}

/** Everybody of the role Assessor, by name, deactivated ones included. */
export const listAssessors = (deps: ReadDeps): Promise<Assessor[]> => readAssessors(deps);

export function registrationOf(endsOn: IsoDate | null, today: IsoDate): "valid" | "ends-soon" | "ended" {
  if (endsOn === null || endsOn > addDays(today, NOTICE_DAYS[0])) return "valid";
  return endsOn < today ? "ended" : "ends-soon";
}

/** A page of those of the role Assessor, by name, as `show` of the address says. `cannotCome`: the ids of those who
 * cannot come to a visit, whatever their role is now. */
export async function assessorsByName(
  deps: ReadDeps & Pick<Deps, "clock">,
  url: URL,
  cannotCome: Iterable<string>,
) {
  const users = await deps.db
    .selectFrom("users")
    .leftJoin("assessors", "assessors.user_id", "users.id")
    .select(["users.id", "first_name", "last_name", "email", "is_active"])
    .select(["register_ends_on", "papers_end_on", "proposed_at"])
    .where("role_id", "=", ASSESSOR_ROLE)
    .execute();
  const today = londonDate(deps.clock.now());
  const active = users.filter((user) => user.is_active === 1);
  const ofUsers = (some: typeof users) => some.map((user) => ({ id: user.id, name: nameOf(user) }));
  const proposing = await assessorsById(
    deps,
    active.flatMap(({ id, proposed_at }) => (proposed_at ? [id] : [])),
  );
  const unread = new Set((await oldFeeds(deps)).map(({ id }) => id));
  const shown = {
    all: ofUsers(users),
    active: ofUsers(active),
    inactive: ofUsers(users.filter((user) => user.is_active === 0)),
    registration: ofUsers(
      active.filter(({ register_ends_on }) => registrationOf(register_ends_on, today) !== "valid"),
    ),
    papers: ofUsers(
      active.filter(({ papers_end_on: endOn }) => endOn !== null && registrationOf(endOn, today) !== "valid"),
    ),
    proposed: [...proposing.values()].filter(({ proposed }) => proposed !== null),
    "cannot-come": [...(await assessorsById(deps, cannotCome)).values()],
    calendar: ofUsers(active.filter(({ id }) => unread.has(id))),
  };
  const show = filterAsked(url, shown);
  const { rows, at } = pageOf(shown[show].toSorted(byName), url);
  const found = await assessorsById(
    deps,
    rows.map(({ id }) => id),
  );
  const counts = Object.fromEntries(
    Object.entries(shown).map(([filter, { length }]) => [filter, length]),
  ) as Record<typeof show, number>;
  return { at, show, counts, rows: rows.flatMap(({ id }) => found.get(id) ?? []) };
}

/** Whether the practice has anybody who can be given a visit. */
export async function hasActiveAssessor(executor: Executor): Promise<boolean> {
  const found = await executor
    .selectFrom("users")
    .select("id")
    .where("role_id", "=", ASSESSOR_ROLE)
    .where("is_active", "=", 1)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** The assessors with these ids, former ones too: an earlier visit names them. */
export async function assessorsById(deps: ReadDeps, ids: Iterable<string>): Promise<Map<string, Assessor>> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return new Map();
  return new Map((await readAssessors(deps, wanted)).map((assessor) => [assessor.id, assessor]));
}

/** Null for a user who is no assessor. */
export async function findAssessor(deps: ReadDeps, userId: string): Promise<Assessor | null> {
  const [found] = await readAssessors(deps, [userId]);
  return found?.isAssessor ? found : null;
}

export type DaysOff = { id: string; fromOn: IsoDate; untilOn: IsoDate };

const toDaysOff = ({ id, from_on: fromOn, until_on: untilOn }: DaysOffRow) => ({
  id,
  fromOn,
  untilOn,
});

/** Days off that end on `from` or later, of one assessor. */
export async function listDaysOff({ db }: { db: Executor }, userId: string, from: IsoDate) {
  const rows = await db
    .selectFrom("assessor_days_off")
    .selectAll()
    .where("user_id", "=", userId)
    .where("until_on", ">=", from)
    .orderBy("from_on")
    .orderBy("id")
    .execute();
  return rows.map(toDaysOff);
}

/** Days off of these assessors that touch these days, both included. */
export async function daysOffBetween(
  { db }: { db: Executor },
  userIds: readonly string[],
  { from, until }: { from: IsoDate; until: IsoDate },
): Promise<(DaysOff & { userId: string })[]> {
  const rows = await byIds(userIds, (piece) =>
    db
      .selectFrom("assessor_days_off")
      .selectAll()
      .where("user_id", "in", piece)
      .where("until_on", ">=", from)
      .where("from_on", "<=", until)
      .execute(),
  );
  return rows.map((row) => ({ ...toDaysOff(row), userId: row.user_id }));
}

export const MAX_DAYS_OFF = 100;

/** Safe to repeat: the same days are kept once. */
export const addDaysOff = async (
  deps: Deps,
  userId: string,
  { fromOn, untilOn }: { fromOn: IsoDate; untilOn: IsoDate },
  by: ActedByRequest,
): Promise<"added" | "not-found" | "too-many"> =>
  transact(deps, async (inside) => {
    if (!(await findAssessor(inside, userId))) return "not-found";
    const saved = await listDaysOff({ db: inside.db }, userId, londonDate(deps.clock.now()));
    if (saved.some((days) => days.fromOn === fromOn && days.untilOn === untilOn)) return "added";
    if (saved.length >= MAX_DAYS_OFF) return "too-many";
    await inside.db
      .insertInto("assessor_days_off")
      .values({ id: deps.ids.uuid(), user_id: userId, from_on: fromOn, until_on: untilOn })
      .execute();
    await recordAudit(inside, by, "assessor.edited", ["user", userId], { changedFields: ["daysOff"] });
    return "added";
  });

/** Safe to repeat. */
export async function removeDaysOff(deps: Deps, userId: string, id: string, by: ActedByRequest) {
  await transact(deps, async (inside) => {
    const removed = await inside.db
      .deleteFrom("assessor_days_off")
      .where("id", "=", id)
      .where("user_id", "=", userId)
      .executeTakeFirst();
    if (removed.numDeletedRows === 0n) return;
    await recordAudit(inside, by, "assessor.edited", ["user", userId], { changedFields: ["daysOff"] });
  });
}
