/**
 * Breaks a whole installation on this machine, part by part, while visitors book, and counts what became of the
 * bookings. Ends with code 0 when nothing was lost or made twice. Needs `npm run build` and the packages
 * that start.sh names.
 *
 *   node deploy/cluster/prove.ts [--kills 100] [--failovers 20] [--minutes 120] [--port 7400] [--folder FOLDER]
 *
 * After `--minutes` no copy is killed and no failover begun any more. Mails and invoices go to stand-ins of Postmark
 * and Xero within this process.  */
import { randomBytes } from "node:crypto";
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { sql } from "kysely";
import { guessCode } from "#tests/setup/guess-code.ts";
import { startPostmark } from "#tests/standins/postmark.ts";
import { startXero } from "#tests/standins/xero.ts";
import { PLACES, startCluster, type Cluster } from "./cluster.ts";
import { bookByApi, confirmTogether, startLoad, type Load } from "./load.ts";
import { buildNextRelease, NEXT_MIGRATION } from "./next-release.ts";
import { judge, openDb, type Finding, type Sent } from "./verdict.ts";

const { values: options } = parseArgs({
  options: {
    kills: { type: "string", default: "100" },
    failovers: { type: "string", default: "20" },
    minutes: { type: "string", default: "120" },
    port: { type: "string", default: "7400" },
    folder: { type: "string" },
  },
});
const AWAY_MS = 2_000;
const PAUSE_MS = 15_000;
const OUTBOX_MS = 300_000;
/** Reminders are queued for later days. */
const DAY_MS = 86_400_000;

const folder = options.folder ?? mkdtempSync(join(tmpdir(), "cluster-"));
mkdirSync(folder, { recursive: true });
const sent: Sent[] = [];
/** Longest time without an acknowledged booking, in milliseconds, of each fault of a kind. */
const gaps = new Map<string, number[]>();
const proven: Finding[] = [];

const say = (text: string) => {
  const line = `${new Date().toISOString().slice(11, 19)} ${text}`;
  console.log(line);
  appendFileSync(join(folder, "proof.log"), `${line}\n`);
};

/** The longest time between two acknowledgements from `from` on, the last one before it included. */
function longestGap(load: Load, from: number): number {
  const times = load.acknowledged.map(({ at }) => at);
  const firstIndex = times.findIndex((at) => at >= from);
  const seen = firstIndex < 0 ? times.slice(-1) : times.slice(Math.max(0, firstIndex - 1));
  const gapsBetween = seen.map((at, index) => (seen[index + 1] ?? Date.now()) - Math.max(at, from));
  return Math.max(0, ...gapsBetween);
}

/** Does something to the cluster under load and waits until it is whole again and somebody has booked. */
async function trouble(kind: string, load: Load, cluster: Cluster, work: () => Promise<void>): Promise<void> {
  const from = Date.now();
  const failedBefore = load.failures.length;
  await work();
  await cluster.untilWhole();
  const booked = load.acknowledged.length;
  while (load.acknowledged.length === booked) await wait(50);
  const gap = longestGap(load, from);
  gaps.set(kind, [...(gaps.get(kind) ?? []), gap]);
  const failed = load.failures.length - failedBefore;
  say(
    `${kind}: ${(gap / 1000).toFixed(1)} s without bookings, whole after ${((Date.now() - from) / 1000).toFixed(1)} s, ${failed} requests without a good answer`,
  );
}

async function killCopies(load: Load, cluster: Cluster, times: number) {
  for (let n = 0; n < times && !isLate(); n += 1) {
    const [kind, places] =
      n % 10 === 9 ? ["all copies killed at once", PLACES] : ["a copy killed", [(n % 3) + 1]];
    await trouble(kind, load, cluster, async () => {
      for (const place of places) cluster.signal(`copy-${place}`, "SIGKILL");
    });
    await wait((n * 37) % 230);
  }
}

async function untilOtherPrimary(cluster: Cluster, former: number) {
  for (;;) {
    const now = await cluster.primary();
    if (now !== null && now !== former) return;
    await wait(100);
  }
}

/** The primary dies alone; with its machine; or its machine stands still and comes back when another one
 * has taken over. */
const FAILOVERS: { kind: string; run(cluster: Cluster, primary: number): Promise<void> }[] = [
  {
    kind: "the primary's processes killed",
    async run(cluster, primary) {
      cluster.signalServer(primary, "SIGKILL");
      await untilOtherPrimary(cluster, primary);
    },
  },
  {
    kind: "the primary's machine lost",
    async run(cluster, primary) {
      cluster.hold(`pg-${primary}`);
      cluster.signalServer(primary, "SIGKILL", { withPatroni: true });
      await untilOtherPrimary(cluster, primary);
      cluster.release(`pg-${primary}`);
    },
  },
  {
    kind: "the primary's machine stood still",
    async run(cluster, primary) {
      cluster.signalServer(primary, "SIGSTOP", { withPatroni: true });
      await untilOtherPrimary(cluster, primary);
      cluster.signalServer(primary, "SIGCONT", { withPatroni: true });
    },
  },
];

async function failOver(load: Load, cluster: Cluster, times: number) {
  for (let n = 0; n < times && !isLate(); n += 1) {
    const { kind, run } = FAILOVERS[n % FAILOVERS.length]!;
    const primary = await cluster.primary();
    if (primary === null) throw new Error("no primary");
    await trouble(kind, load, cluster, () => run(cluster, primary));
  }
}

async function breakPools(load: Load, cluster: Cluster) {
  for (const place of PLACES) {
    await trouble("a PgBouncer killed, and away for 2 s", load, cluster, async () => {
      cluster.hold(`pool-${place}`);
      cluster.signal(`pool-${place}`, "SIGKILL");
      await wait(AWAY_MS);
      cluster.release(`pool-${place}`);
    });
  }
  for (const place of PLACES) {
    await trouble("a copy cut off from the database", load, cluster, async () => {
      cluster.signal(`pool-${place}`, "SIGSTOP");
      await wait(PAUSE_MS);
      cluster.signal(`pool-${place}`, "SIGCONT");
    });
  }
}

async function upgrade(load: Load, cluster: Cluster) {
  const next = join(folder, "next-release");
  for (const place of PLACES) {
    await trouble("a copy upgraded", load, cluster, async () => {
      unlinkSync(join(folder, `copy-${place}`));
      symlinkSync(next, join(folder, `copy-${place}`));
      cluster.signal(`copy-${place}`, "SIGTERM");
      await wait(2_000);
    });
    const isAmongOthers = place < PLACES.length;
    if (!isAmongOthers) continue;
    await trouble("a copy of the old release killed beside the new one", load, cluster, async () =>
      cluster.signal("copy-3", "SIGKILL"),
    );
  }
  const db = openDb(cluster.urlOf());
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from kysely_migration where name = ${NEXT_MIGRATION}`.execute(db);
  await db.destroy();
  proven.push({
    what: "migrations of the next release not made",
    count: 1 - rows[0]!.count,
    mustBeZero: true,
  });
}

/** Sends several requests at once, through the proxy and past it. */
async function tryTogether(cluster: Cluster) {
  const db = openDb(cluster.urlOf());
  let confirmed = 0;
  let keyed = 0;
  const rounds = 10;
  for (let n = 0; n < rounds; n += 1) {
    const email = `together-${n}@example.org`;
    confirmed += (await confirmTogether(cluster.origin, 20, email)).size;
    const key = `key-${n}-${randomBytes(8).toString("hex")}`;
    const answers = await Promise.all(
      Array.from({ length: 21 }, (_, turn) =>
        bookByApi(cluster.copies[turn % 3]!, key, `key-${n}@example.org`),
      ),
    );
    keyed += new Set(answers.map(({ status, id }) => `${status} ${id}`)).size;
  }
  const { rows } = await sql<{ count: number }>`select count(*) as count from bookings
    where referrer_email like 'together-%@example.org' or referrer_email like 'key-%@example.org'`.execute(
    db,
  );
  proven.push(
    {
      what: `answers that differ, to ${rounds} times 20 confirmations at once`,
      count: confirmed - rounds,
      mustBeZero: true,
    },
    {
      what: `answers that differ, to ${rounds} keys on three copies at once, 21 times each`,
      count: keyed - rounds,
      mustBeZero: true,
    },
    { what: "bookings more than those", count: rows[0]!.count - 2 * rounds, mustBeZero: true },
  );
  const { statuses, tries } = await guessCode(db, cluster.copies, 1_000);
  const refused = statuses.filter((status) => status === 401).length;
  await db.destroy();
  proven.push(
    {
      what: "of 1,000 guesses at one code over three copies, not refused",
      count: 1_000 - refused,
      mustBeZero: true,
    },
    { what: "guesses evaluated", count: tries, mustBeZero: false },
    { what: "guesses evaluated more or fewer than 5", count: Math.abs(tries - 5), mustBeZero: true },
  );
}

async function untilOutboxIsEmpty(cluster: Cluster) {
  const db = openDb(cluster.urlOf());
  const deadline = Date.now() + OUTBOX_MS;
  const waiting = () =>
    db
      .selectFrom("outbox")
      .select("id")
      .where("state", "in", ["queued", "leased"])
      .where("next_attempt_at", "<", new Date(Date.now() + DAY_MS).toISOString())
      .execute();
  while (Date.now() < deadline && (await waiting()).length > 0) await wait(1_000);
  await db.destroy();
}

const isLate = () => performance.now() > Number(options.minutes) * 60_000;

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

function report(findings: Finding[]): boolean {
  say("");
  for (const { what, count, mustBeZero } of findings) {
    say(`${String(count).padStart(8)}  ${mustBeZero && count !== 0 ? "WRONG  " : ""}${what}`);
  }
  say("");
  say("seconds without bookings: median, longest");
  for (const [kind, times] of gaps) {
    const [middle, longest] = [median(times), Math.max(...times)].map((ms) =>
      (ms / 1000).toFixed(1).padStart(6),
    );
    say(`${middle} ${longest}  ${times.length} × ${kind}`);
  }
  return findings.every(({ count, mustBeZero }) => !mustBeZero || count === 0);
}

async function prove(): Promise<boolean> {
  const postmark = await startPostmark();
  const xero = await startXero();
  postmark.faults.decide = ({ body }) => {
    const { Metadata } = JSON.parse(body) as { Metadata: Record<string, string> };
    sent.push({ id: Metadata["outbox-id"]!, at: Date.now() });
    return undefined;
  };
  const variables = {
    NODE_ENV: "production",
    APP_ORIGIN: `http://localhost:${options.port}`,
    TRUSTED_PROXIES: "1",
    DATA_DIR: join(folder, "data"),
    BACKUP_HOUR: "off",
    RATE_LIMITS: "off",
    SESSION_SECRET: randomBytes(32).toString("hex"),
    DATA_KEY: randomBytes(32).toString("hex"),
    MAIL_FROM: "desk@example.org",
    POSTMARK_SERVER_TOKEN: postmark.token,
    POSTMARK_BASE_URL: postmark.url,
    XERO_CLIENT_ID: xero.clientId,
    XERO_CLIENT_SECRET: xero.clientSecret,
    XERO_BASE_URL: xero.url,
    XERO_IDENTITY_URL: xero.url,
  };
  const lines = Object.entries(variables).map(([name, value]) => `${name}='${value}'\n`);
  writeFileSync(join(folder, "service.env"), lines.join(""), { mode: 0o600 });
  buildNextRelease(join(folder, "next-release"));
  const cluster = await startCluster(folder, Number(options.port));
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => void cluster.stop().then(() => process.exit(1)));
  }
  try {
    await cluster.untilWhole();
    const load = startLoad(cluster.origin, { forms: 4, programs: 1 });
    await wait(5_000);
    await tryTogether(cluster);
    await breakPools(load, cluster);
    await failOver(load, cluster, Number(options.failovers));
    await killCopies(load, cluster, Number(options.kills));
    await upgrade(load, cluster);
    const gaveUp = await load.stop();
    await untilOutboxIsEmpty(cluster);
    const { acknowledged, failures } = load;
    writeFileSync(join(folder, "evidence.json"), JSON.stringify({ acknowledged, failures, sent }));
    const db = openDb(cluster.urlOf());
    const findings = await judge({ cluster, db, load, gaveUp, postmark, xero, sent });
    await db.destroy();
    return report([...proven, ...findings]);
  } finally {
    await cluster.stop();
    await postmark.close();
    await xero.close();
  }
}

const isProven = await prove();
if (!options.folder) rmSync(folder, { recursive: true, force: true });
process.exit(isProven ? 0 : 1);
