import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { mkdir, open, rename, writeFile, type FileHandle } from "node:fs/promises";
import { dirname } from "node:path";
import type { z } from "zod";

/** Resolves when a power cut cannot take a file, or the names in a folder, away any more. */
export async function syncToDisk(path: string): Promise<void> {
  const handle = await open(path, "r");
  await handle.sync();
  await handle.close();
}

/** Writes all of a new file's content. SHA-256 in hex. */
export async function writeContent(handle: FileHandle, content: AsyncIterable<Uint8Array>) {
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const chunk of content) {
    hash.update(chunk);
    bytes += chunk.length;
    for (let done = 0; done < chunk.length;) done += (await handle.write(chunk, done)).bytesWritten;
  }
  return { sha256: hash.digest("hex"), bytes };
}

/** Replaces a small file as a whole, and makes its folder. */
export async function writeJson(file: string, value: unknown): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(`${file}.part`, JSON.stringify(value), { mode: 0o600 });
  await rename(`${file}.part`, file);
}

/** Null for a file that is missing or broken. */
export function readJson<Schema extends z.ZodType>(file: string, schema: Schema): z.output<Schema> | null {
  try {
    return schema.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return null;
  }
}
