import { createReadStream } from "node:fs";
import { mkdir, open, readdir, rename, rm, stat, statfs } from "node:fs/promises";
import { dirname, join } from "node:path";
import { syncToDisk, writeContent } from "#app/platform/files.server.ts";
import { DocumentMissing, type DocumentStore } from "./document-store.ts";

const ID = /^[\w-]{8,64}$/;

/** Kept free for the database. */
const MIN_FREE_BYTES = 256 * 1024 * 1024;

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code;

/** An error as of a full disk where hardly any room is left. */
async function requireRoom(folder: string, minFreeBytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize >= minFreeBytes) return;
  throw Object.assign(new Error("Hardly any room is left on the disk"), { code: "ENOSPC" });
}

/** Files below `root`, in a folder for each end of an id. */
export function createFolderStore(root: string, { minFreeBytes = MIN_FREE_BYTES } = {}): DocumentStore {
  const fileOf = (id: string) => {
    if (!ID.test(id)) throw new Error("Not an id of a document");
    return join(root, id.slice(-2), id);
  };

  async function makeFolder(folder: string): Promise<void> {
    const made = await mkdir(folder, { recursive: true, mode: 0o700 });
    if (made) await syncToDisk(dirname(made));
    if (made && made !== folder) await syncToDisk(dirname(folder));
  }

  return {
    async write(id, content) {
      const file = fileOf(id);
      const folder = dirname(file);
      await makeFolder(folder);
      await requireRoom(folder, minFreeBytes);
      const part = `${file}.part`;
      const handle = await open(part, "wx", 0o600);
      try {
        const written = await writeContent(handle, content);
        await handle.sync();
        await handle.close();
        await rename(part, file);
        await syncToDisk(folder);
        return written;
      } catch (error) {
        await handle.close().catch(() => {});
        await rm(part, { force: true });
        throw error;
      }
    },
    async read(id) {
      const file = fileOf(id);
      await stat(file).catch((error: unknown) => {
        throw codeOf(error) === "ENOENT" ? new DocumentMissing(id) : error;
      });
      return createReadStream(file);
    },
    async remove(id) {
      await rm(fileOf(id), { force: true });
    },
    async *list() {
      for (const folder of await readdir(root).catch(() => [])) {
        for (const name of await readdir(join(root, folder)).catch(() => [])) {
          const found = await stat(join(root, folder, name)).catch(() => null);
          if (found) yield { id: name.replace(/\.part$/, ""), bytes: found.size, writtenAt: found.mtime };
        }
      }
    },
  };
}
