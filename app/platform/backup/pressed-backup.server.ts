import { mkdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { Clock } from "#app/platform/clock.ts";
import type { Env } from "#app/platform/env.server.ts";
import { readJson, writeJson } from "#app/platform/files.server.ts";
import { operatorSentence } from "#app/platform/operator-sentence.server.ts";
import { isDiskFull } from "#app/platform/storage-error.ts";
import { listBackups, lastVerified, recordVerified } from "./backup-folder.server.ts";
import { backupTime } from "./manifest.ts";
import { BackupError } from "./snapshot.server.ts";
import { takeBackup } from "./take-backup.server.ts";
import { isInUse, lockFolder } from "./work-folder.server.ts";

/** Files of the backup that an Administrator made by a press: `run.json`, and `lock`, which ends with its process. */
const folderOf = (env: Pick<Env, "BACKUP_DIR">) => join(env.BACKUP_DIR, "pressed");

const Run = z.object({
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
  /** Why it was not made or is not whole; null for none. */
  problem: z.string().nullable(),
  /** Rows and documents that were counted when it was opened again; null where it was not. */
  counted: z.string().nullable(),
});
type Run = z.infer<typeof Run>;

/** The other process has the lock by then. */
const START_MS = 30_000;

const MAX_LISTED = 10;

const writeRun = (env: Env, run: Run) => writeJson(join(folderOf(env), "run.json"), run);

const readRun = (env: Env) => readJson(join(folderOf(env), "run.json"), Run);

/** The run that was pressed last, and how it is: asked of the lock, so that a run that was killed does not go on. */
function lastRun({ env, clock }: { env: Env; clock: Clock }) {
  const run = readRun(env);
  if (!run) return null;
  const isNew = clock.now().getTime() - new Date(run.startedAt).getTime() < START_MS;
  const isRunning = run.endedAt === null && (isInUse(folderOf(env)) || isNew);
  return { ...run, isRunning };
}

/** Starts `make`, which calls `makePressed` in another process, and does not wait for it. False while one is made. */
export async function pressBackup(deps: { env: Env; clock: Clock }, make: () => Promise<void>) {
  const { env, clock } = deps;
  if (lastRun(deps)?.isRunning) return false;
  const run = { startedAt: clock.now().toISOString(), endedAt: null, problem: null, counted: null };
  await writeRun(env, run);
  void make().catch(async () => {
    const left = readRun(env);
    if (!left || left.endedAt !== null) return;
    await writeRun(env, { ...run, endedAt: clock.now().toISOString(), problem: ENDED_EARLY }).catch(() => {});
  });
  return true;
}

const ENDED_EARLY = "It ended early: its process was stopped, or could not start. Run npm run doctor.";
const DISK_FULL = "The disk is full. Free space on the disk of the backups (BACKUP_DIR), then try again.";
const UNKNOWN = "It failed for a reason that is not known. npm run backup on the server says it whole.";
/** The machine has no key of it. */
const KEY_ELSEWHERE =
  "This server cannot open it: its key is kept elsewhere (BACKUP_AGE_RECIPIENT). Verify it where the key is: npm run restore -- FILE --verify --identity KEYFILE.";

type Steps = {
  /** Copies documents, and removes what is past its time. Throws `BackupError` for what could not be copied. */
  copyDocuments: () => Promise<void>;
  /** Opens the backup and says what was counted. Throws `BackupError` when it is not whole. */
  verify: (file: string) => Promise<string>;
};

/** Makes a backup, opens it again, and records for the page what came of it. Throws SQLITE_BUSY while another one is
 * made. */
export async function makePressed(deps: { env: Env; clock: Clock }, { copyDocuments, verify }: Steps) {
  const { env, clock } = deps;
  await mkdir(folderOf(env), { recursive: true, mode: 0o700 });
  const lock = lockFolder(folderOf(env));
  const run: Run = { startedAt: clock.now().toISOString(), endedAt: null, problem: null, counted: null };
  try {
    await writeRun(env, run);
    const { file } = await takeBackup(deps);
    await copyDocuments();
    if (env.BACKUP_AGE_RECIPIENT) throw new BackupError(KEY_ELSEWHERE);
    run.counted = await verify(file);
    await recordVerified(deps, file);
  } catch (error) {
    run.problem = isDiskFull(error) ? DISK_FULL : (operatorSentence(error) ?? UNKNOWN);
  } finally {
    await writeRun(env, { ...run, endedAt: clock.now().toISOString() }).finally(() => lock.close());
  }
}

/** Data of the page about backups: the last press, and the newest backups with their size. */
export async function readBackups(deps: { env: Env; clock: Clock }) {
  const { env } = deps;
  const names = await listBackups(env);
  const verified = lastVerified(env);
  const newest = names.slice(0, MAX_LISTED).map(async (name) => {
    const { size } = await stat(join(env.BACKUP_DIR, name));
    const verifiedAt = verified?.name === name ? verified.verifiedAt : null;
    return { name, bytes: size, at: backupTime(name).toISOString(), verifiedAt };
  });
  const run = lastRun(deps);
  return {
    run: run && { ...run, problem: run.problem ?? (run.endedAt || run.isRunning ? null : ENDED_EARLY) },
    newest: await Promise.all(newest),
    count: names.length,
  };
}
