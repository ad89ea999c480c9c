import type { Deps } from "#app/deps.server.ts";
import { findAssessment } from "#app/features/catalogue/catalogue.ts";
import { CONCLUSIONS, type Conclusion } from "#app/features/report-writing/abilities.ts";
import type { Outcome } from "#app/features/report-writing/written-report.server.ts";
import { sealedOutcomes } from "#app/features/report/report-rows.server.ts";
import { inPages, MAX_PIECE } from "#app/kit/pieces.server.ts";
import { transact } from "#app/platform/database.server.ts";
import { addDays, formatMonth, londonDate } from "#app/platform/dates.ts";
import { firstMonthOf, quarterOf, tellable, type Judged } from "./outcomes.ts";

const quarterAt = (instant: string) => quarterOf(londonDate(new Date(instant)));

const lastDayOf = (quarter: number) => addDays(`${firstMonthOf(quarter + 1)}-01`, -1);

/** Conclusions of reports that were written here, each booking's by its newest released version. */
async function readJudged({ db, secrets }: Pick<Deps, "db" | "secrets">): Promise<Judged[]> {
  const first = new Map<string, number>();
  const newest = new Map<string, { version: number; judged: Judged[] }>();
  const pages = inPages((last: { id: string } | undefined) =>
    db
      .selectFrom("reports")
      .innerJoin("bookings", "bookings.id", "reports.booking_id")
      .select(["reports.id", "reports.booking_id", "reports.version", "reports.state", "reports.author_id"])
      .select(["reports.reviewed_at", "reports.outcomes_sealed", "bookings.organisation_id"])
      .where("reports.state", "in", ["released", "withdrawn"])
      .where("reports.id", ">", last?.id ?? "")
      .orderBy("reports.id")
      .limit(MAX_PIECE)
      .execute(),
  );
  for await (const rows of pages)
    for (const { id, booking_id: bookingId, version, state, author_id, reviewed_at, ...row } of rows) {
      const quarter = quarterAt(reviewed_at!);
      first.set(bookingId, Math.min(quarter, first.get(bookingId) ?? quarter));
      if (state === "withdrawn" || version < (newest.get(bookingId)?.version ?? 0)) continue;
      const outcomes = row.outcomes_sealed
        ? (sealedOutcomes.decrypt(secrets, id, row.outcomes_sealed) as Outcome[])
        : [];
      const of = { bookingId, quarter, authorId: author_id, organisationId: row.organisation_id };
      const judged = outcomes.flatMap(({ assessment, conclusion }) =>
        assessment === "" || conclusion === null ? [] : [{ ...of, assessment, conclusion }],
      );
      newest.set(bookingId, { version, judged });
    }
  return [...newest.values()].flatMap(({ judged }) =>
    judged.map((one) => ({ ...one, quarter: first.get(one.bookingId)! })),
  );
}

/** Outcomes that were counted, the newest on top, by assessment and quarters. */
async function readBlocks({ db }: Pick<Deps, "db">) {
  const rows = await db
    .selectFrom("quality_days")
    .select(["day", "key", "count", "sum"])
    .where("key", "like", "outcome:%")
    .orderBy("day", "desc")
    .orderBy("key")
    .execute();
  const blocks = Map.groupBy(rows, ({ day, key }) => `${day} ${key.slice(0, key.lastIndexOf(":"))}`);
  return [...blocks.values()].map((cells) => {
    const { day, key, sum } = cells[0]!;
    const of = (conclusion: Conclusion) =>
      cells.find((cell) => cell.key.endsWith(`:${conclusion}`))?.count ?? 0;
    return { assessment: key.split(":")[1]!, until: quarterOf(day), quarters: sum, countOf: of };
  });
}

/** Counts the outcomes of quarters that have ended, once. What was counted never changes. */
export async function countOutcomes(deps: Deps, since: string | null): Promise<void> {
  const before = quarterAt(deps.clock.now().toISOString());
  if (since !== null && quarterAt(since) === before) return;
  const judged = await readJudged(deps);
  await transact(deps, async ({ db }) => {
    const next = new Map<string, number>();
    for (const { assessment, until } of await readBlocks({ db }))
      next.set(assessment, Math.max(until + 1, next.get(assessment) ?? 0));
    for (const { assessment, until, quarters, counts } of tellable(judged, { before, next }))
      for (const [conclusion, count] of Object.entries(counts))
        await db
          .insertInto("quality_days")
          .values({
            day: lastDayOf(until),
            organisation_id: "",
            assessor_id: "",
            key: `outcome:${assessment}:${conclusion}`,
            count,
            sum: quarters,
          })
          .execute();
  });
}

export const OUTCOMES_SAY =
  "Conclusions of reports that were written here and released, for the whole practice and whole quarters. A quarter is told where there are at least 20 bookings, two conclusions of at least 5 each, and no author or organisation wrote or ordered all but a few; else it is counted together with the next. Once told, a count never changes.";

/** Outcomes as they may be told: for whole quarters, never for the months or the people that somebody chooses. */
export async function readOutcomes(deps: Pick<Deps, "db">) {
  return (await readBlocks(deps)).map(({ assessment, until, quarters, countOf }) => ({
    id: `${assessment} ${until}`,
    assessment: findAssessment(assessment)?.name ?? assessment,
    months: `${formatMonth(firstMonthOf(until - quarters + 1))} to ${formatMonth(lastDayOf(until))}`,
    counts: Object.keys(CONCLUSIONS).map((conclusion) => countOf(conclusion as Conclusion)),
  }));
}
