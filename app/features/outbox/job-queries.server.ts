import { byIds, pageOfQuery } from "#app/kit/pieces.server.ts";
import type { ExpressionBuilder } from "kysely";
import type { Clock } from "#app/platform/clock.ts";
import type { Executor, Db } from "#app/platform/database.server.ts";
import type { OutboxRow } from "./tables.ts";
import type { Tables } from "#app/platform/tables.ts";
import { handlerOf, type Jobs } from "./jobs.ts";
import { isCancellable, isRetriable, jobState, type OutboxFilter } from "./job-words.ts";
import type { GaugeByLabel } from "#app/platform/metrics.server.ts";

const OUTBOX_PAGE_SIZE = 50;

function toItem(
  row: OutboxRow,
  { jobs, clock }: Pick<QueryDeps, "jobs" | "clock">,
  bookings: Awaited<ReturnType<Jobs["bookingsOf"]>>,
) {
  const booking = row.booking_id ? bookings.get(row.booking_id) : undefined;
  const handler = handlerOf(jobs, row.kind);
  const waitsFor = row.state === "queued" ? (handler?.waitsFor() ?? null) : null;
  return {
    id: row.id,
    label: handler?.label(row.topic) ?? row.topic,
    state: jobState(row, clock.now()),
    recipient: row.recipient,
    to: row.recipient ?? handler?.recipientWords ?? "Not known",
    booking: row.booking_id && booking ? { id: row.booking_id, ...booking } : null,
    attempts: row.attempts,
    problem: waitsFor ?? row.last_error,
    createdAt: row.created_at,
    finishedAt: row.finished_at,
    nextAttemptAt: row.state === "queued" && waitsFor === null ? row.next_attempt_at : null,
    canRetry: isRetriable(row),
    canCancel: isCancellable(row),
  };
}

export type JobListItem = ReturnType<typeof toItem>;

const needsAttention = (eb: ExpressionBuilder<Tables, "outbox">) =>
  eb.or([
    eb("state", "=", "failed"),
    eb.and([eb("state", "=", "sent"), eb("delivery", "in", ["bounced", "spam-complaint"])]),
  ]);

const STATES = { waiting: ["queued", "leased"], done: ["sent", "cancelled"] } as const;

/** The newest rows of each state: an index has them in that order. */
function selectNewest(
  { db }: QueryDeps,
  { filter, before }: { filter: OutboxFilter; before?: string | null },
) {
  const rows = db
    .selectFrom("outbox")
    .$if(Boolean(before), (query) => query.where("id", "<", before!))
    .orderBy("id", "desc")
    .limit(OUTBOX_PAGE_SIZE + 1);
  if (filter === "all") return rows;
  if (filter === "problems") return rows.where(needsAttention);
  const [first, second] = STATES[filter].map((state) =>
    db.selectFrom(rows.where("state", "=", state).select("id").as("newest")).select("id"),
  );
  // One list of ids: with two, joined by "or", PostgreSQL reads the whole table.
  return rows.where("id", "in", first!.unionAll(second!));
}

type QueryDeps = { db: Executor; clock: Clock; jobs: Pick<Jobs, "handlers" | "bookingsOf"> };

/** Newest first. `before` is the last id of the previous page, `next` that of this one if more follow. */
export async function listJobs(deps: QueryDeps, options: { filter: OutboxFilter; before?: string | null }) {
  const rows = await selectNewest(deps, options).selectAll().execute();
  const page = rows.slice(0, OUTBOX_PAGE_SIZE);
  return { jobs: await toItems(deps, page), next: rows.length > page.length ? page.at(-1)!.id : null };
}

async function toItems(deps: QueryDeps, rows: OutboxRow[]): Promise<JobListItem[]> {
  const bookings = await deps.jobs.bookingsOf([...new Set(rows.flatMap((row) => row.booking_id ?? []))]);
  return rows.map((row) => toItem(row, deps, bookings));
}

export async function findJob(deps: QueryDeps, id: string) {
  const row = await deps.db.selectFrom("outbox").selectAll().where("id", "=", id).executeTakeFirst();
  return row ? { job: (await toItems(deps, [row]))[0]!, row } : null;
}

/** The jobs with these keys. */
export async function jobsByKey(executor: Executor, keys: readonly string[]) {
  return byIds(keys, (piece) =>
    executor
      .selectFrom("outbox")
      .select(["id", "dedupe_key", "state", "delivery", "cancel_code", "finished_at"])
      .where("dedupe_key", "in", piece)
      .execute(),
  );
}

/** A page of a booking's mails and invoices, the newest first. */
export async function listBookingJobs(deps: QueryDeps, bookingId: string, url: URL) {
  const query = deps.db
    .selectFrom("outbox")
    .selectAll()
    .where("booking_id", "=", bookingId)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc");
  const { rows, at } = await pageOfQuery(query, url, { name: "mails", size: OUTBOX_PAGE_SIZE });
  return { rows: await toItems(deps, rows), at };
}

const countOf = (db: Executor) =>
  db.selectFrom("outbox").select((eb) => eb.fn.countAll<number | bigint | string>().as("count"));

export const countFailedJobs = async ({ db }: { db: Executor }): Promise<number> =>
  Number((await countOf(db).where(needsAttention).executeTakeFirstOrThrow()).count);

export async function countWaitingJobs({ db }: { db: Executor }): Promise<number> {
  const waiting = countOf(db).where("state", "in", ["queued", "leased"]);
  return Number((await waiting.executeTakeFirstOrThrow()).count);
}

/** Sent and cancelled jobs are not counted: their number only grows, and so would the time to count them. */
const COUNTED: OutboxRow["state"][] = ["queued", "leased", "failed"];

export function jobGauge(db: Db): GaugeByLabel {
  return {
    name: "outbox_jobs",
    help: "Mails and invoices that wait (queued), run (leased) or were given up (failed)",
    labelName: "state",
    async read() {
      const rows = await db
        .selectFrom("outbox")
        .select((eb) => ["state", eb.fn.countAll<number>().as("count")])
        .where("state", "in", COUNTED)
        .groupBy("state")
        .execute();
      const counts = new Map(rows.map(({ state, count }) => [state, Number(count)]));
      return COUNTED.map((state) => ({ label: state, value: counts.get(state) ?? 0 }));
    },
  };
}
