import { sql } from "kysely";
import { openConfigured, type Db } from "#app/platform/database.server.ts";
import { readEnv } from "#app/platform/env.server.ts";
import type { PostmarkStandin } from "#tests/standins/postmark.ts";
import type { XeroStandin } from "#tests/standins/xero.ts";
import { PLACES, type Cluster } from "./cluster.ts";
import type { Load } from "./load.ts";

/** A time in which something was broken, in milliseconds. */
export type Trouble = { from: number; until: number };

/** When the outbox's row with this id was sent to the vendor. */
export type Sent = { id: string; at: number };

/** A count, and whether it has to be 0. */
export type Finding = { what: string; count: number; mustBeZero: boolean };

/** A try that began before a fault may be recorded, or given to another copy, this long after it. */
const AFTERMATH_MS = 90_000;
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

/** A mail is sent again only when a fault kept the first sending from being recorded. */
function sentTwice(sent: Sent[], troubles: Trouble[]): { withinRule: number; beyond: number } {
  let withinRule = 0;
  let beyond = 0;
  const last = new Map<string, number>();
  for (const { id, at } of sent) {
    const before = last.get(id);
    last.set(id, at);
    if (before === undefined) continue;
    const isExplained = troubles.some(
      ({ from, until }) => from <= at && before <= until && at <= until + AFTERMATH_MS,
    );
    if (isExplained) withinRule += 1;
    else beyond += 1;
  }
  return { withinRule, beyond };
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
  troubles: Trouble[];
}): Promise<Finding[]> {
  const { cluster, db, load, gaveUp, postmark, xero, sent, troubles } = options;
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
  const { withinRule, beyond } = sentTwice(sent, troubles);
  const counts = await Promise.all(
    PLACES.map(async (place) => {
      const server = openDb(cluster.urlOf(place));
      const { rows } = await sql<{ count: number }>`select count(*) as count from bookings`.execute(server);
      await server.destroy();
      return rows[0]!.count;
    }),
  );
  const forms = load.failures.filter((failure) => failure.kind === "form");
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
    finding("mails sent again because a fault kept the first sending from being recorded", withinRule),
    fault("mails sent twice without such a fault", beyond),
    finding("invoices made", xero.invoices.length),
    fault("invoices made twice", repeated(xero.invoices.map((invoice) => invoice.Reference)).length),
    finding("forms not saved at first", forms.length),
    fault("forms not answered 503", forms.filter((form) => !isAnswered503(form)).length),
    fault(
      "forms whose answer did not keep what was typed",
      forms.filter((form) => form.keeps !== true).length,
    ),
    finding("pages not shown at first", load.failures.filter(({ kind }) => kind === "page").length),
    finding("API calls not answered at first", load.failures.filter(({ kind }) => kind === "API").length),
    fault(
      "pages and API calls answered with something else than 503",
      load.failures.filter((failure) => failure.kind !== "form" && !isAnswered503(failure)).length,
    ),
  ];
}
