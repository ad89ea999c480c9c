/** Breaks a whole installation on this machine, part by part, while visitors book, and counts what became of the
 * bookings. Ends with code 0 when nothing was lost or made twice. Needs `npm run build` and the packages that start.sh
 * names.
 *
 *   node deploy/cluster/prove.ts [--kills 30] [--failovers 6] [--port 7400] [--folder FOLDER]
 *
 * Mails and invoices go to stand-ins of Postmark and Xero within this process. */
import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { sql } from "kysely";
import { openConfigured, type Db } from "#app/platform/database.server.ts";
import { readEnv } from "#app/platform/env.server.ts";
import { startPostmark } from "#tests/standins/postmark.ts";
import { startXero } from "#tests/standins/xero.ts";
import { PLACES, startCluster, type Cluster } from "./cluster.ts";
import { startLoad, type Load } from "./load.ts";
import { RELEASES } from "#migrations/releases.ts";

const { values: options } = parseArgs({
  options: {
    kills: { type: "string", default: "30" },
    failovers: { type: "string", default: "6" },
    port: { type: "string", default: "7400" },
    folder: { type: "string" },
  },
});
const TREE = join(import.meta.dirname, "../..");
const NOT_COPIED = new Set(["node_modules", ".git", "data", "build", "test-results"]);
const OUTBOX_MS = 300_000;
/** Reminders are queued for later days. */
const DAY_MS = 86_400_000;

const folder = options.folder ?? mkdtempSync(join(tmpdir(), "cluster-"));
mkdirSync(folder, { recursive: true });
const nextRelease = join(folder, "next-release");
/** Longest time without an acknowledged booking, in milliseconds, of each fault of a kind. */
const gaps = new Map<string, number[]>();

const NEXT_MIGRATION = "9999-12-31-99-next-release";
const MIGRATION = `import type { Kysely } from "kysely";

export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable("bookings").addColumn("of_next_release", "text").execute();
  await db.schema.createIndex("bookings_of_next_release").on("bookings").column("of_next_release").execute();
}
`;

/** Builds a copy of this release with one more migration, as the release after this one has. */
function buildNextRelease(): void {
  cpSync(TREE, nextRelease, { recursive: true, filter: (path) => !NOT_COPIED.has(basename(path)) });
  symlinkSync(join(TREE, "node_modules"), join(nextRelease, "node_modules"));
  writeFileSync(join(nextRelease, `migrations/${NEXT_MIGRATION}.ts`), MIGRATION);
  const releases = JSON.stringify([...RELEASES, "9999.0.0"]);
  writeFileSync(join(nextRelease, "migrations/releases.ts"), `export const RELEASES = ${releases};\n`);
  const { status, stderr } = spawnSync(process.execPath, ["scripts/build.mjs"], {
    cwd: nextRelease,
    encoding: "utf8",
    stdio: ["ignore", "ignore", "pipe"],
  });
  if (status !== 0) throw new Error(`The next release was not built:\n${stderr}`);
}

function openDb(url: string): Db {
  const secret = "unused".padEnd(32, "-");
  return openConfigured(
    readEnv({ NODE_ENV: "test", DATABASE_URL: url, SESSION_SECRET: secret, DATA_KEY: secret }),
  );
}

async function ask<Result>(url: string, question: (db: Db) => Promise<Result>): Promise<Result> {
  const db = openDb(url);
  return question(db).finally(() => db.destroy());
}

/** The longest time between two acknowledgements from `from` on, the last one before it included. */
function longestGap({ acknowledged }: Load, from: number): number {
  const before = acknowledged.findLastIndex(({ at }) => at < from);
  const times = [...acknowledged.slice(Math.max(0, before)).map(({ at }) => at), Date.now()];
  return Math.max(...times.slice(1).map((at, index) => at - Math.max(times[index]!, from)));
}

/** Does something to the cluster under load and waits until it is whole again and somebody has booked. */
async function trouble(kind: string, load: Load, cluster: Cluster, work: () => void | Promise<void>) {
  const from = Date.now();
  await work();
  await cluster.untilWhole();
  const booked = load.acknowledged.length;
  while (load.acknowledged.length === booked) await wait(50);
  const gap = longestGap(load, from);
  gaps.set(kind, [...(gaps.get(kind) ?? []), gap]);
  console.log(`${kind}: ${(gap / 1000).toFixed(1)} s without bookings`);
}

async function untilOtherPrimary(cluster: Cluster, former: number) {
  for (;;) {
    const now = await cluster.primary();
    if (now !== null && now !== former) return;
    await wait(100);
  }
}

const FAILOVERS: [kind: string, fail: (cluster: Cluster, primary: number) => Promise<void>][] = [
  [
    "the primary's processes killed",
    async (cluster, primary) => {
      cluster.signalServer(primary, "SIGKILL");
      await untilOtherPrimary(cluster, primary);
    },
  ],
  [
    "the primary's machine lost",
    async (cluster, primary) => {
      cluster.hold(`pg-${primary}`);
      cluster.signalServer(primary, "SIGKILL", { isMachine: true });
      await untilOtherPrimary(cluster, primary);
      cluster.release(`pg-${primary}`);
    },
  ],
  [
    "the primary's machine froze, and came back after its successor took over",
    async (cluster, primary) => {
      cluster.signalServer(primary, "SIGSTOP", { isMachine: true });
      await untilOtherPrimary(cluster, primary);
      cluster.signalServer(primary, "SIGCONT", { isMachine: true });
    },
  ],
];

async function breakEverything(load: Load, cluster: Cluster) {
  for (const place of PLACES) {
    await trouble("a PgBouncer killed, away for 2 s", load, cluster, async () => {
      cluster.hold(`pool-${place}`);
      cluster.signal(`pool-${place}`, "SIGKILL");
      await wait(2_000);
      cluster.release(`pool-${place}`);
    });
    await trouble("a copy cut off from the database for 15 s", load, cluster, async () => {
      cluster.signal(`pool-${place}`, "SIGSTOP");
      await wait(15_000);
      cluster.signal(`pool-${place}`, "SIGCONT");
    });
  }
  for (let n = 0; n < Number(options.failovers); n += 1) {
    const [kind, fail] = FAILOVERS[n % FAILOVERS.length]!;
    const primary = await cluster.primary();
    if (primary === null) throw new Error("There is no primary");
    await trouble(kind, load, cluster, () => fail(cluster, primary));
  }
  for (let n = 0; n < Number(options.kills); n += 1) {
    const areAll = n % 10 === 9;
    const places = areAll ? PLACES : [(n % 3) + 1];
    await trouble(areAll ? "all copies killed at once" : "a copy killed", load, cluster, () => {
      for (const place of places) cluster.signal(`copy-${place}`, "SIGKILL");
    });
  }
  for (const place of PLACES) {
    await trouble("a copy upgraded", load, cluster, async () => {
      unlinkSync(join(folder, `copy-${place}`));
      symlinkSync(nextRelease, join(folder, `copy-${place}`));
      cluster.signal(`copy-${place}`, "SIGTERM");
      await wait(2_000);
    });
    if (place === 1)
      await trouble("a copy of the old release killed beside the new one", load, cluster, () =>
        cluster.signal("copy-3", "SIGKILL"),
      );
  }
}

async function untilOutboxIsEmpty(cluster: Cluster) {
  const tomorrow = new Date(Date.now() + DAY_MS).toISOString();
  await ask(cluster.urlOf(), async (db) => {
    const due = db
      .selectFrom("outbox")
      .select("id")
      .where("state", "in", ["queued", "leased"])
      .where("next_attempt_at", "<", tomorrow);
    const deadline = Date.now() + OUTBOX_MS;
    while (Date.now() < deadline && (await due.execute()).length > 0) await wait(1_000);
  });
}

/** How many values come again. */
const repeated = (values: unknown[]) => values.length - new Set(values).size;

/** Compares what visitors were told with what the databases, the mail provider and the invoice service have. */
async function judge(
  { acknowledged, failures }: Load,
  cluster: Cluster,
  vendors: { sent: string[]; invoices: { Reference: string }[] },
) {
  const bookingsOf = (url: string) =>
    ask(url, (db) => db.selectFrom("bookings").select(["id", "referrer_email"]).execute());
  const bookings = await bookingsOf(cluster.urlOf());
  const copies = await Promise.all(PLACES.map((place) => bookingsOf(cluster.urlOf(place))));
  const emailOf = new Map(bookings.map(({ id, referrer_email }) => [id, referrer_email]));
  const { totals, jobs, migrations } = await ask(cluster.urlOf(), async (db) => ({
    totals: await db.selectFrom("booking_totals").select("booking_count").execute(),
    jobs: await db.selectFrom("outbox").select(["id", "kind", "state", "next_attempt_at"]).execute(),
    migrations: (await sql<{ name: string }>`select name from kysely_migration`.execute(db)).rows,
  }));
  const tomorrow = new Date(Date.now() + DAY_MS).toISOString();
  const due = jobs.filter(({ state, next_attempt_at }) => state === "sent" || next_attempt_at < tomorrow);
  const sent = new Set(vendors.sent);
  const forms = failures.filter(({ keeps }) => keeps !== null);
  const refused = failures.filter(({ status }) => status !== "cut off");
  return {
    counts: {
      "bookings acknowledged": acknowledged.length,
      "mails sent": vendors.sent.length,
      "mails sent again: a copy ended, or lost the database, before it recorded them": repeated(vendors.sent),
      "invoices made": vendors.invoices.length,
      "forms answered 503 at first": forms.length,
      "forms answered by the proxy itself": forms.filter(({ isProxys }) => isProxys).length,
      "other requests without a good answer at first": failures.length - forms.length,
    },
    faults: {
      "acknowledged bookings lost": acknowledged.filter(({ id }) => !emailOf.has(id)).length,
      "acknowledged bookings that are somebody else's": acknowledged.filter(
        ({ id, email }) => (emailOf.get(id) ?? email) !== email,
      ).length,
      "bookings made twice": repeated(bookings.map(({ referrer_email }) => referrer_email)),
      "bookings missing on a server": copies.reduce((sum, own) => sum + bookings.length - own.length, 0),
      "bookings that the totals differ by": Math.abs(
        totals.reduce((sum, { booking_count }) => sum + booking_count, 0) - bookings.length,
      ),
      "mails and invoices not done": due.filter(({ state }) => state !== "sent").length,
      "mails marked as sent that did not arrive": jobs.filter(
        ({ id, kind, state }) => kind === "mail" && state === "sent" && !sent.has(id),
      ).length,
      "invoices made twice": repeated(vendors.invoices.map(({ Reference }) => Reference)),
      "answers other than 503": refused.filter(({ status }) => status !== 503).length,
      "answers to a form that did not keep what was typed": forms.filter(({ keeps }) => !keeps).length,
      "migrations of the next release not made": migrations.some(({ name }) => name === NEXT_MIGRATION)
        ? 0
        : 1,
    },
  };
}

async function prove(): Promise<boolean> {
  const postmark = await startPostmark();
  const xero = await startXero();
  const sent: string[] = [];
  postmark.faults.decide = ({ body }) => {
    const { Metadata } = JSON.parse(body) as { Metadata: Record<string, string> };
    sent.push(Metadata["outbox-id"]!);
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
  buildNextRelease();
  const cluster = await startCluster(folder, Number(options.port));
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => void cluster.stop().then(() => process.exit(1)));
  try {
    await cluster.untilWhole();
    const load = startLoad(cluster.origin, { forms: 4, programs: 1 });
    await wait(5_000);
    await breakEverything(load, cluster);
    const gaveUp = await load.stop();
    await untilOutboxIsEmpty(cluster);
    const { counts, faults } = await judge(load, cluster, { sent, invoices: xero.invoices });
    const all = { ...faults, "visitors who gave up": gaveUp };
    for (const [what, count] of Object.entries(counts)) console.log(`${count}  ${what}`);
    for (const [what, count] of Object.entries(all))
      console.log(`${count}  ${count ? "WRONG: " : ""}${what}`);
    for (const [kind, times] of gaps) {
      const seconds = times.toSorted((a, b) => a - b).map((ms) => (ms / 1000).toFixed(1));
      console.log(
        `${kind}, ${times.length} times: ${seconds[times.length >> 1]} s, at most ${seconds.at(-1)} s`,
      );
    }
    return Object.values(all).every((count) => count === 0);
  } finally {
    await cluster.stop();
    await postmark.close();
    await xero.close();
  }
}

const isProven = await prove();
if (isProven && !options.folder) rmSync(folder, { recursive: true, force: true });
process.exit(isProven ? 0 : 1);
