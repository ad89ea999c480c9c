import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { LEASE_MS } from "#app/features/outbox/leases.server.ts";
import { openConfigured, type Db } from "#app/platform/database.server.ts";
import { readEnv } from "#app/platform/env.server.ts";
import type { PostmarkStandin } from "#tests/standins/postmark.ts";
import type { XeroStandin } from "#tests/standins/xero.ts";
import { PLACES, type Cluster } from "./cluster.ts";
import type { Load } from "./load.ts";

/** When the outbox's row with this id was sent to the vendor. */
export type Sent = { id: string; at: number };

/** A count, and whether it has to be 0. */
export type Finding = { what: string; count: number; mustBeZero: boolean };

/** Reminders are queued for later days. */
const DAY_MS = 86_400_000;

export function openDb(url: string): Db {
  return openConfigured(
    readEnv({
      DATABASE_URL: url,
      SESSION_SECRET: "unused".padEnd(32, "-"),
      DATA_KEY: "unused".padEnd(32, "-"),
      NODE_ENV: "test",
    }),
  );
}

function repeated<Value>(values: Value[]): Value[] {
  const seen = new Set<Value>();
  return values.filter((value) => seen.has(value) || !seen.add(value));
}

/** Entries about a job in a copy's log: "job done" once it is recorded, "job not marked" each time that it could not
 * be, "job not done" when the provider gave no clear answer. */
type Outcome = { at: number; msg: string; ms?: number };

function readOutcomes(folder: string): Map<string, Outcome[]> {
  const lines = PLACES.flatMap((place) =>
    readFileSync(join(folder, `log/copy-${place}.log`), "utf8").split("\n"),
  );
  const jobs = lines
    .filter((line) => line.startsWith("{") && line.includes('"jobId"'))
    .map((line) => JSON.parse(line) as Outcome & { time: string; jobId: string });
  return Map.groupBy(
    jobs.map((job) => ({ ...job, at: Date.parse(job.time) })),
    ({ jobId }) => jobId,
  ) as Map<string, Outcome[]>;
}

/** When a copy ended, for whatever reason, as start.sh noted it. */
function readEnds(folder: string): number[] {
  const lines = readFileSync(join(folder, "log/ended"), "utf8").trim().split("\n");
  return lines.filter((line) => line.includes(" copy-")).map((line) => Number.parseInt(line, 10));
}

const REASONS = {
  ended: "the copy that had sent them ended before it recorded it",
  unrecorded: "the copy that had sent them could not reach the database to record it",
  unanswered: "the provider's answer did not arrive",
  recorded: "although the first sending was recorded",
  unknown: "for no reason that can be seen",
};
type Reason = keyof typeof REASONS;

/** Why mails were sent again, by what the copies' logs say between the two sendings. */
function sentAgain(sent: Sent[], folder: string): Record<Reason, number> {
  const outcomes = readOutcomes(folder);
  const ends = readEnds(folder);
  const counts: Record<Reason, number> = { ended: 0, unrecorded: 0, unanswered: 0, recorded: 0, unknown: 0 };
  const reasonOf = (id: string, before: number, at: number): Reason => {
    const between = (outcomes.get(id) ?? []).filter((outcome) => outcome.at >= before && outcome.at <= at);
    const has = (msg: string) => between.some((outcome) => outcome.msg === msg);
    if (between.some(({ msg, ms = 0 }) => msg === "job done" && ms < LEASE_MS)) return "recorded";
    if (has("job not marked")) return "unrecorded";
    if (has("job not done")) return "unanswered";
    return ends.some((end) => end >= before && end <= at) ? "ended" : "unknown";
  };
  const last = new Map<string, number>();
  for (const { id, at } of sent) {
    const before = last.get(id);
    last.set(id, at);
    if (before !== undefined) counts[reasonOf(id, before, at)] += 1;
  }
  return counts;
}

/** Compares what visitors were told with what the databases, the mail provider and the invoice service have. */
export async function judge(options: {
  cluster: Cluster;
  db: Db;
  load: Load;
  gaveUp: number;
  postmark: PostmarkStandin;
  xero: XeroStandin;
  sent: Sent[];
}): Promise<Finding[]> {
  const { cluster, db, load, gaveUp, postmark, xero, sent } = options;
  const bookings = await db.selectFrom("bookings").select(["id", "referrer_email", "reference"]).execute();
  const stored = new Map(bookings.map((booking) => [booking.id, booking]));
  const people = new Set(load.acknowledged.map(({ email }) => email));
  const ofPeople = bookings.filter((booking) => people.has(booking.referrer_email));
  const totals = await db.selectFrom("booking_totals").select("booking_count").execute();
  const jobs = await db
    .selectFrom("outbox")
    .select(["id", "kind", "booking_id", "state", "next_attempt_at"])
    .execute();
  const tomorrow = new Date(Date.now() + DAY_MS).toISOString();
  const due = jobs.filter((job) => job.state === "sent" || job.next_attempt_at < tomorrow);
  const arrived = new Set(postmark.mails.map((mail) => mail.Metadata["outbox-id"]));
  const mails = jobs.filter((job) => job.kind === "mail" && job.booking_id !== null);
  const again = sentAgain(sent, cluster.folder);
  const counts = await Promise.all(
    PLACES.map(async (place) => {
      const server = openDb(cluster.urlOf(place));
      const { rows } = await sql<{ count: number }>`select count(*) as count from bookings`.execute(server);
      await server.destroy();
      return rows[0]!.count;
    }),
  );
  const forms = load.failures.filter((failure) => failure.kind === "form");
  const others = load.failures.filter((failure) => failure.kind !== "form");
  const isAnswered503 = ({ status }: { status: number | "cut off" }) => status === 503;
  const finding = (what: string, count: number): Finding => ({ what, count, mustBeZero: false });
  const fault = (what: string, count: number): Finding => ({ what, count, mustBeZero: true });
  return [
    finding("bookings acknowledged", load.acknowledged.length),
    fault("acknowledged bookings lost", load.acknowledged.filter(({ id }) => !stored.has(id)).length),
    fault(
      "acknowledged bookings that are somebody else's",
      load.acknowledged.filter(({ id, email }) => {
        const owner = stored.get(id)?.referrer_email;
        return owner !== undefined && owner !== email;
      }).length,
    ),
    fault("bookings made twice", repeated(ofPeople.map((booking) => booking.referrer_email)).length),
    fault("visitors who gave up", gaveUp),
    fault(
      "difference between bookings and the totals kept of them",
      Math.abs(totals.reduce((sum, row) => sum + row.booking_count, 0) - bookings.length),
    ),
    fault(
      "bookings missing on a standby",
      bookings.length * PLACES.length - counts.reduce((sum, count) => sum + count, 0),
    ),
    finding("mails and invoices due", due.length),
    fault("mails and invoices not done", due.filter((job) => job.state !== "sent").length),
    fault(
      "mails marked as sent that did not arrive",
      mails.filter((job) => job.state === "sent" && !arrived.has(job.id)).length,
    ),
    finding("mails sent", sent.length),
    ...(["ended", "unrecorded", "unanswered"] as const).map((reason) =>
      finding(`mails sent again: ${REASONS[reason]}`, again[reason]),
    ),
    ...(["recorded", "unknown"] as const).map((reason) =>
      fault(`mails sent again ${REASONS[reason]}`, again[reason]),
    ),
    finding("invoices made", xero.invoices.length),
    fault("invoices made twice", repeated(xero.invoices.map((invoice) => invoice.Reference)).length),
    finding("forms not saved at first", forms.length),
    finding("forms answered by the proxy itself", forms.filter((form) => form.isProxys).length),
    fault("forms not answered 503", forms.filter((form) => !isAnswered503(form)).length),
    fault(
      "forms whose answer did not keep what was typed",
      forms.filter((form) => form.keeps !== true).length,
    ),
    finding("pages not shown at first", load.failures.filter(({ kind }) => kind === "page").length),
    finding("API calls not answered at first", load.failures.filter(({ kind }) => kind === "API").length),
    finding(
      "pages and API calls without an answer: a copy was killed in the middle of one",
      others.filter(({ status }) => status === "cut off").length,
    ),
    fault(
      "pages and API calls answered with something else than 503",
      others.filter((failure) => failure.status !== "cut off" && !isAnswered503(failure)).length,
    ),
  ];
}
