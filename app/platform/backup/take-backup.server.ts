import { createReadStream, createWriteStream, existsSync } from "node:fs";
import { readdir, rename, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { pack, type Pack } from "tar-stream";
import type { Clock } from "#app/platform/clock.ts";
import { syncToDisk } from "#app/platform/files.server.ts";
import type { Env } from "#app/platform/env.server.ts";
import { createBackupEncrypter } from "./backup-key.server.ts";
import { backupName, type Manifest, type Sidecar } from "./manifest.ts";
import { describeDatabase, sha256OfFile, snapshotDatabase, type Progress } from "./snapshot.server.ts";
import { dataFolders } from "#app/platform/data-folder.server.ts";
import { pastPooler } from "#app/platform/postgres-url.server.ts";
import { dumpPostgres } from "./postgres-dump.server.ts";
import { inWorkFolder } from "./work-folder.server.ts";

async function addFile(archive: Pack, name: string, file: string): Promise<void> {
  const { size } = await stat(file);
  const entry = archive.entry({ name, size, mode: 0o600 });
  await pipeline(createReadStream(file), entry);
}

async function fill(archive: Pack, options: { manifest: Manifest; snapshot: string; outbox: string }) {
  archive.entry({ name: "manifest.json", mode: 0o600 }, JSON.stringify(options.manifest, null, 2));
  await addFile(archive, options.manifest.engine === "postgres" ? "app.dump" : "app.db", options.snapshot);
  const mails = existsSync(options.outbox) ? await readdir(options.outbox) : [];
  for (const name of mails.filter((one) => one.endsWith(".eml")).sort())
    await addFile(archive, `outbox/${name}`, join(options.outbox, name));
  archive.finalize();
}

/** Works while the service runs. The file gets its name when it is complete; nothing remains after an error. */
export async function takeBackup(deps: { env: Env; clock: Clock }, onProgress?: Progress) {
  const { env, clock } = deps;
  return inWorkFolder(env.BACKUP_DIR, async (work) => {
    const now = clock.now();
    const snapshot = join(work, "copy");
    const copy = async () => {
      if (env.postgres) return dumpPostgres(pastPooler(env.postgres), snapshot);
      await snapshotDatabase(env.databaseFile, snapshot, onProgress);
      return describeDatabase(snapshot);
    };
    const manifest: Manifest = {
      format: 1,
      createdAt: now.toISOString(),
      engine: env.postgres ? "postgres" : "sqlite",
      ...(await copy()),
    };
    const name = backupName(now);
    const part = join(work, name);
    const archive = pack();
    const filling = fill(archive, { manifest, snapshot, outbox: dataFolders(env).outbox });
    const zipped = Readable.from(archive.pipe(createGzip({ level: 1 })), { objectMode: false });
    const sealed = await createBackupEncrypter(env).encrypt(
      Readable.toWeb(zipped) as ReadableStream<Uint8Array>,
    );
    await Promise.all([
      filling,
      pipeline(Readable.fromWeb(sealed as never), createWriteStream(part, { mode: 0o600 })),
    ]);
    const { size: bytes } = await stat(part);
    const sidecar: Sidecar = { ...manifest, archive: { name, sha256: await sha256OfFile(part), bytes } };
    await writeFile(`${part}.json`, JSON.stringify(sidecar, null, 2), { mode: 0o600 });
    await syncToDisk(part);
    const file = join(env.BACKUP_DIR, name);
    await rename(`${part}.json`, `${file}.json`);
    await rename(part, file);
    await syncToDisk(env.BACKUP_DIR);
    return { file, sidecar };
  });
}
