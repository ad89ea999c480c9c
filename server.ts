import { join } from "node:path";
import type { ServerBuild } from "react-router";
import * as build from "virtual:react-router/server-build";
import { createDeps, type Deps } from "#app/deps.server.ts";
import { documentGauges } from "#app/features/documents/document-files.server.ts";
import { jobGauge } from "#app/features/outbox/job-queries.server.ts";
import { siteRules } from "#app/site-rules.ts";
import { unwritableFolders } from "#app/platform/data-folder.server.ts";
import { createFirstAdministrator } from "#app/features/accounts/users/create-administrator.server.ts";
import { fillOtherParties } from "#app/features/referral/fill-other-parties.server.ts";
import { fillSealedWords } from "#app/features/referral/fill-sealed-words.server.ts";
import { fillCheckCodes } from "#app/features/report/check-codes.server.ts";
import { fillBookingIndex } from "#app/features/booking/record/write-booking.server.ts";
import { registerJobHandlers } from "#app/job-handlers.server.ts";
import { periodicJobs } from "#app/jobs.server.ts";
import { startJobs } from "#app/kit/jobs.server.ts";
import { startWorker } from "#app/features/outbox/worker.server.ts";
import { createSentryReporter, noReporter } from "#app/integrations/error-reports/sentry-reporter.server.ts";
import { hasBookings } from "#app/features/booking/record/find-booking.server.ts";
import { seedFromEnvironment } from "#app/features/settings/settings.server.ts";
import { createHttpApp } from "#app/platform/http/app.server.ts";
import { createGate, createHttpServer, drain, listen } from "#app/platform/http/server.server.ts";
import type { Middleware } from "#app/platform/http/exchange.server.ts";
import { staticFiles } from "#app/platform/http/static-files.server.ts";
import { runBackupProcess } from "#app/platform/backup/backup-folder.server.ts";
import { removeWorkFolders } from "#app/platform/backup/work-folder.server.ts";
import { reapplyErasures } from "#app/features/privacy/erase-person.server.ts";
import { requireOneMailFolder } from "#app/platform/mail-folder.server.ts";
import { createSignals } from "#app/platform/signals.server.ts";
import { checkpoint } from "#app/platform/database.server.ts";
import { readEnv } from "#app/platform/env.server.ts";
import { describeError } from "#app/platform/log.server.ts";
import { operatorSentence } from "#app/platform/operator-sentence.server.ts";
import { metricsPort, replicaName, runWorkers } from "#app/platform/workers.server.ts";
import { pastPooler } from "#app/platform/postgres-url.server.ts";
import { prepareDatabase } from "#app/platform/prepare-database.server.ts";

/** The HTTP server. `npm start` runs its build; `npm run dev` loads it through Vite and calls `serve`. */

type Development = {
  assets: Middleware;
  build: () => Promise<ServerBuild>;
};

/** The project's folder, from `build/server` in production. */
const ROOT = import.meta.env.PROD ? join(import.meta.dirname, "../..") : process.cwd();

/** London time at which the night's work begins, where backups are off. */
const NIGHT_HOUR = 3;

const say = (line: string) => void process.stdout.write(`${line}\n`);

async function prepare(deps: Deps): Promise<void> {
  const { env } = deps;
  await prepareDatabase(deps);
  await seedFromEnvironment(deps, { isNew: !(await hasBookings(deps.db)) });
  await reapplyErasures(deps);
  await removeWorkFolders(env);
}

/** Derives what a release before this one did not write, while requests are answered. A killed one goes on at the next
 * start. */
async function fillIn(deps: Deps, isStopping: () => boolean): Promise<void> {
  for (const fill of [fillBookingIndex, fillOtherParties, fillSealedWords, fillCheckCodes]) {
    if (isStopping()) return;
    try {
      await fill({ ...deps, isStopping });
    } catch (error) {
      deps.log.error("a backfill failed: the next start goes on", describeError(error));
    }
  }
}

async function announceFirstAdministrator(deps: Deps): Promise<void> {
  const { env } = deps;
  const administrator = await createFirstAdministrator(deps);
  if (!administrator) return;
  say(`First administrator: sign in at ${env.APP_ORIGIN}/admin/login`);
  say(`  E-mail: ${administrator.email}`);
  if (!env.ADMIN_PASSWORD) say(`  Temporary password (shown this once): ${administrator.temporaryPassword}`);
}

/** All that goes on beside answering requests. */
async function startBackground(deps: Deps) {
  const { env, log } = deps;
  const mailFolder = await requireOneMailFolder(deps);
  registerJobHandlers(deps);
  const worker = startWorker(deps);
  const signals = env.postgres
    ? createSignals({ settings: pastPooler(env.postgres), log, hear: () => worker.wake() })
    : null;
  deps.jobs.wake = () => {
    worker.wake();
    signals?.send();
  };
  deps.makeBackup = () => runBackupProcess(ROOT, "--pressed");
  const hour = env.BACKUP_HOUR === "off" ? NIGHT_HOUR : env.BACKUP_HOUR;
  const jobs = startJobs(deps, periodicJobs(ROOT), { hour });
  return {
    async stop() {
      mailFolder.stop();
      await Promise.all([worker.stop(), jobs.stop(), signals?.stop()]);
    },
  };
}

/** Not started without `METRICS_PORT`: counting takes time in every request. */
async function startMetrics(deps: Deps, port: number) {
  const { createMetrics } = await import("#app/platform/metrics.server.ts");
  const metrics = createMetrics([jobGauge(deps.db), ...documentGauges(deps.db)], replicaName(deps.env));
  return { ...metrics, server: await metrics.listen(port) };
}

/** Starts everything; resolves when it is ready. Throws `EnvError` for a wrong configuration. */
export async function serve(
  variables: Record<string, string | undefined>,
  development?: Development,
): Promise<void> {
  process.umask(0o077);
  const env = readEnv(variables);
  const deps = createDeps(env);
  process.on("uncaughtException", (error) => {
    deps.log.error("crashed", describeError(error));
    process.exit(1);
  });
  await prepare(deps);
  const background = await startBackground(deps);
  const port = metricsPort(env);
  const metrics = port ? await startMetrics(deps, port) : null;
  const sentry = env.SENTRY_DSN ? createSentryReporter({ ...deps, dsn: env.SENTRY_DSN }) : noReporter;
  const errors = {
    report: (...args: Parameters<typeof sentry.report>) =>
      deps.settings.current().switches.errorReports ? sentry.report(...args) : undefined,
  };
  const lifecycle = { isStarting: true, isStopping: false };
  const gate = createGate(
    createHttpApp({
      deps,
      lifecycle,
      observers: { onAnswer: (answer) => metrics?.observeRequest(answer), onDefect: errors.report },
      build: development?.build ?? build,
      rules: siteRules,
      assets: development?.assets ?? staticFiles(join(ROOT, "build")),
    }),
  );
  const server = createHttpServer(gate.listener);

  async function stop() {
    if (lifecycle.isStopping) return;
    lifecycle.isStopping = true;
    metrics?.server.close();
    await Promise.all([drain(server, gate), background.stop(), ...filling]);
    checkpoint(env);
    await deps.close();
    deps.log.info("stopped");
    process.exit(0);
  }
  const filling: Promise<void>[] = [];
  // Not `once`: npm passes on the signal that the system has sent to both, and the second would kill.
  process.on("SIGTERM", () => void stop());
  process.on("SIGINT", () => void stop());

  await listen(server, { port: env.PORT, host: env.HOST });
  // Visitors need not wait for the first administrator: the hash of a password takes as long as all migrations.
  await announceFirstAdministrator(deps);
  lifecycle.isStarting = false;
  for (const sentence of await unwritableFolders(env))
    say(`WARNING: ${sentence}. Give it to the user that runs the service.`);
  if (env.RATE_LIMITS === "off") {
    say("WARNING: RATE_LIMITS=off lifts every rate limit. Never run like this in production.");
  }
  say(`Ready on ${env.APP_ORIGIN}`);
  filling.push(fillIn(deps, () => lifecycle.isStopping));
}

function startProblem(error: unknown): string {
  const { code, port } = error as { code?: string; port?: number };
  if (code === "EACCES" && port !== undefined)
    return `Port ${port} may not be used by this user. Set PORT to one from 1024 on, behind a proxy.`;
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND" || code === "EAI_AGAIN")
    return `HOST is not an address of this machine. Set it to 127.0.0.1 or 0.0.0.0.`;
  if (code === "EADDRINUSE") return `Port ${port} is in use. Stop what uses it, or set PORT to another one.`;
  return operatorSentence(error) ?? JSON.stringify(describeError(error));
}

async function start(): Promise<void> {
  try {
    if (!runWorkers(readEnv(process.env))) await serve(process.env);
  } catch (error) {
    process.stderr.write(`The service cannot start.\n${startProblem(error)}\n`);
    process.exit(1);
  }
}

// Not awaited: a part that is loaded during the start may import this file, and would wait for it.
if (import.meta.env.PROD) void start();
