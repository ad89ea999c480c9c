import type { Deps } from "#app/deps.server.ts";
import { findUserNames } from "#app/features/accounts/session/queries.server.ts";
import { recordAudit, type ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import { CONCLUSIONS } from "#app/features/report-writing/abilities.ts";
import { csvFile } from "#app/kit/csv.server.ts";
import { formatDate, formatMonth, londonDate, startOfLondonDay, type IsoDate } from "#app/platform/dates.ts";
import { liveCounts } from "./count-bookings.server.ts";
import { OUTCOMES_SAY, readOutcomes } from "./count-outcomes.server.ts";
import { CHANGES, COMPARED, FIGURES, type CountKey, type Tally } from "./figures.ts";

const MAX_MONTHS = 36;
const MONTHS_AT_FIRST = 12;
const NOT_ONE = "for the whole practice alone";

/** So many months later; of `YYYY-MM`. */
function addMonths(month: string, count: number): string {
  const number = Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1 + count;
  return `${Math.floor(number / 12)}-${String((number % 12) + 1).padStart(2, "0")}`;
}

const firstDayOf = (month: string): IsoDate => `${month}-01`;

/** The months from the first booking, and none before it. */
async function monthsOf({ db, clock }: Pick<Deps, "db" | "clock">): Promise<string[]> {
  const first = await db
    .selectFrom("bookings")
    .select((eb) => eb.fn.min<string | null>("created_at").as("at"))
    .executeTakeFirst();
  const last = londonDate(clock.now()).slice(0, 7);
  const months = [last];
  const begin = first?.at ? londonDate(new Date(first.at)).slice(0, 7) : last;
  while (months[0]! > begin) months.unshift(addMonths(months[0]!, -1));
  return months;
}

/** Months of an address, both included; the last twelve without any. */
function monthsAsked(query: URLSearchParams, months: readonly string[]) {
  const [from, to] = ["from", "to"].map((name) => months.find((month) => month === query.get(name)));
  const last = to ?? months.at(-1)!;
  const first = from ?? months.find((month) => month >= addMonths(last, 1 - MONTHS_AT_FIRST))!;
  const [since, until] = first <= last ? [first, last] : [last, first];
  const earliest = addMonths(until, 1 - MAX_MONTHS);
  return { from: since < earliest ? earliest : since, to: until };
}

type Months = ReturnType<typeof monthsAsked>;
type Of = { month: string; organisationId: string | null; assessorId: string | null };
type Cases = Of & { tally: Map<CountKey, number> };

/** Cases of bookings, of those that were erased and of complaints, by month, organisation and assessor. */
async function readCases(deps: Deps, { from, to }: Months): Promise<Cases[]> {
  const found = new Map<string, Cases>();
  const add = (of: Of, key: CountKey, count: number) => {
    const id = `${of.month} ${of.organisationId} ${of.assessorId}`;
    const { tally } = found.get(id) ?? found.set(id, { ...of, tally: new Map() }).get(id)!;
    tally.set(key, (tally.get(key) ?? 0) + count);
  };
  const days = { from: firstDayOf(from), before: firstDayOf(addMonths(to, 1)) };
  for await (const counted of liveCounts(deps, days))
    for (const { key, count, ...of } of counted) add(of, key, count);
  const kept = await deps.db
    .selectFrom("quality_days")
    .selectAll()
    .where("day", ">=", days.from)
    .where("day", "<", days.before)
    .where("key", "not like", "outcome:%")
    .where("key", "not like", "definition:%")
    .execute();
  for (const { day: month, organisation_id, assessor_id, key, count } of kept)
    add(
      { month, organisationId: organisation_id || null, assessorId: assessor_id || null },
      key as CountKey,
      count,
    );
  const complaints = await deps.db
    .selectFrom("audit_log")
    .select("at")
    .where("action", "=", "complaint.received")
    .where("at", ">=", startOfLondonDay(days.from).toISOString())
    .where("at", "<", startOfLondonDay(days.before).toISOString())
    .execute();
  for (const { at } of complaints) {
    const month = firstDayOf(londonDate(new Date(at)).slice(0, 7));
    add({ month, organisationId: null, assessorId: null }, "complaints", 1);
  }
  return [...found.values()];
}

function tallyOf(cases: readonly Cases[]): Tally {
  const sum = new Map<CountKey, number>();
  for (const { tally } of cases) for (const [key, count] of tally) sum.set(key, (sum.get(key) ?? 0) + count);
  return sum;
}

/** Rows with the compared figures of each group, in the order of their names. */
const compared = (groups: ReadonlyMap<string, readonly Cases[]>, nameOf: (id: string) => string) =>
  [...groups]
    .map(([id, cases]) => ({ id, name: nameOf(id), tally: tallyOf(cases) }))
    .map(({ id, name, tally }) => ({ id, name, values: COMPARED.map(({ value }) => value(tally)) }));

const byName = <Row extends { id: string; name: string }>(rows: Row[]) =>
  rows.toSorted((a, b) => a.name.localeCompare(b.name, "en-GB") || a.id.localeCompare(b.id));

/** Changes of definitions after the first of these months, with the day of each. */
async function readChanges({ db }: Pick<Deps, "db">, { from }: Months) {
  const rows = await db
    .selectFrom("quality_days")
    .select(["day", "key"])
    .where("key", "like", "definition:%")
    .where("day", ">", firstDayOf(from))
    .orderBy("day")
    .orderBy("key")
    .execute();
  return rows.flatMap(({ day, key }) => {
    const change = CHANGES[key as keyof typeof CHANGES];
    return change ? [{ id: key, day: formatDate(day), ...change }] : [];
  });
}

const WITHOUT = "none";

/** The figures of the months, the assessor and the organisation that an address asks for. An assessor is for
 * Administrators alone; with `isTender` nobody is chosen, and what is for the practice alone is left out. */
export async function readQuality(
  deps: Deps,
  query: URLSearchParams,
  { isAdministrator = false, isTender = false } = {},
) {
  const all = await monthsOf(deps);
  const months = monthsAsked(query, all);
  const cases = await readCases(deps, months);
  const assessorIds = cases.map(({ assessorId }) => assessorId);
  const assessors = await findUserNames(deps, assessorIds);
  const named = await deps.db.selectFrom("organisations").select(["id", "name"]).execute();
  const organisations = new Map(named.map(({ id, name }) => [id, name]));
  const asked = (name: string, isKnown: (id: string) => boolean) => {
    const id = query.get(name) ?? "";
    return !isTender && isKnown(id) ? id : null;
  };
  const assessor = asked("assessor", (id) => isAdministrator && cases.some((one) => one.assessorId === id));
  const organisation = asked(
    "organisation",
    (id) => id === WITHOUT || cases.some((one) => one.organisationId === id),
  );
  const wanted = cases.filter(
    (one) =>
      (assessor === null || one.assessorId === assessor) &&
      (organisation === null || (one.organisationId ?? WITHOUT) === organisation),
  );
  const tally = tallyOf(wanted);
  const isWhole = assessor === null && organisation === null;
  const nameOfAssessor = (id: string) => assessors.get(id) ?? "A former assessor";
  const nameOfOrganisation = (id: string) =>
    id === WITHOUT ? "No organisation" : (organisations.get(id) ?? "A former organisation");
  const ofSomebody = cases.filter(({ assessorId }) => assessorId !== null);
  const ofAssessors = Map.groupBy(ofSomebody, ({ assessorId }) => assessorId!);
  const ofOrganisations = Map.groupBy(cases, ({ organisationId }) => organisationId ?? WITHOUT);
  const choices = (groups: ReadonlyMap<string, unknown>, nameOf: (id: string) => string) =>
    byName([...groups.keys()].map((id) => ({ id, name: nameOf(id) })));
  const today = londonDate(deps.clock.now());
  return {
    ...months,
    months: all.map((month) => ({ id: month, name: formatMonth(month) })),
    period:
      months.from === months.to
        ? formatMonth(months.from)
        : `${formatMonth(months.from)} to ${formatMonth(months.to)}`,
    /** The last month still runs: its figures will change. */
    isRunning: today.startsWith(months.to),
    isEmpty: wanted.length === 0,
    today: formatDate(today),
    assessor,
    organisation,
    of: [assessor && nameOfAssessor(assessor), organisation && nameOfOrganisation(organisation)].filter(
      Boolean,
    ),
    assessors: isAdministrator ? choices(ofAssessors, nameOfAssessor) : null,
    organisations: isTender ? [] : choices(ofOrganisations, nameOfOrganisation),
    figures: FIGURES.filter(({ isInside }) => !(isTender && isInside)).map((figure) => ({
      group: figure.group,
      name: figure.name,
      says: figure.says,
      value: figure.isWhole && !isWhole ? NOT_ONE : figure.value(tally),
    })),
    compared: COMPARED.map(({ name }) => name),
    byMonth: compared(
      Map.groupBy(wanted, ({ month }) => month),
      formatMonth,
    ).toSorted((a, b) => a.id.localeCompare(b.id)),
    byAssessor: isAdministrator && isWhole && !isTender ? byName(compared(ofAssessors, nameOfAssessor)) : [],
    byOrganisation: isWhole && !isTender ? byName(compared(ofOrganisations, nameOfOrganisation)) : [],
    outcomes: await readOutcomes(deps),
    outcomesSay: OUTCOMES_SAY,
    changes: await readChanges(deps, months),
  };
}

export type Quality = Awaited<ReturnType<typeof readQuality>>;

/** The same figures as a file, audited; each with its definition. */
export async function qualityFile(deps: Deps, quality: Quality, by: ActedByRequest): Promise<Response> {
  const { from, to, period, figures, byMonth, byAssessor, byOrganisation, outcomes, outcomesSay, changes } =
    quality;
  const tables = { Month: byMonth, Assessor: byAssessor, Organisation: byOrganisation };
  const rows = [
    ...figures.map(({ name, value, says }) => [name, value, says]),
    ...Object.entries(tables).flatMap(([what, groups]) =>
      groups.flatMap(({ name, values }) =>
        values.map((value, index) => [`${what} ${name}: ${COMPARED[index]!.name}`, value, "As above"]),
      ),
    ),
    ...outcomes.flatMap(({ assessment, months, counts }) =>
      Object.values(CONCLUSIONS).map((conclusion, index) => [
        ...[`${assessment}, ${months}: ${conclusion}`, counts[index], outcomesSay],
      ]),
    ),
    ...changes.map(({ day, now, before }) => [`Definition changed on ${day}`, now, `Before: ${before}`]),
  ];
  await recordAudit(deps, by, "quality.exported", ["settings", "quality"], { note: `${from} to ${to}` });
  const head = ["Figure", [period, ...quality.of].join(", "), "What it counts"];
  return csvFile(`quality-${from}-${to}.csv`, [head, ...rows]);
}
