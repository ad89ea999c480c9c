import { createHash } from "node:crypto";
import { openAsBlob } from "node:fs";
import { mkdir, open, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { AwsClient } from "aws4fetch";
import { writeContent } from "#app/platform/files.server.ts";
import { DocumentMissing, DocumentStoreDown, type DocumentStore } from "./document-store.ts";

type S3Settings = {
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
};

const ANSWER_MS = 60_000;
const DAY_MS = 86_400_000;
const PREFIX = "documents/";

/** SHA-256 of nothing: the signature of a request without a body. */
const EMPTY_SHA256 = createHash("sha256").digest("hex");

const valueOf = (xml: string, tag: string) => new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(xml)?.[1];

/** Objects `documents/{id}` in a bucket, by the S3 protocol. A file waits in `spool` until the bucket has it: its
 * length and hash come first on the wire, and the bucket checks the hash. */
export function createS3Store(settings: S3Settings, spool: string): DocumentStore {
  const { accessKeyId, secretAccessKey, region } = settings;
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: "s3" });
  const base = `${settings.endpoint.replace(/\/$/, "")}/${settings.bucket}`;
  const objectUrl = (id: string) => `${base}/${PREFIX}${encodeURIComponent(id)}`;

  async function ask(method: string, url: string, body?: { blob: Blob; sha256: string }): Promise<Response> {
    const headers = { "x-amz-content-sha256": body?.sha256 ?? EMPTY_SHA256 };
    const { headers: signed } = await client.sign(url, { method, headers });
    const init = {
      method,
      headers: signed,
      signal: AbortSignal.timeout(ANSWER_MS),
      redirect: "error",
    } as const;
    const answer = await fetch(url, body ? { ...init, body: body.blob } : init).catch((cause: unknown) => {
      throw new DocumentStoreDown("The document store does not answer", { cause });
    });
    if (answer.ok || answer.status === 404) return answer;
    await answer.body?.cancel();
    throw new DocumentStoreDown(`The document store answers ${answer.status}`);
  }

  return {
    async write(id, content) {
      await mkdir(spool, { recursive: true, mode: 0o700 });
      const file = join(spool, encodeURIComponent(id));
      try {
        const handle = await open(file, "wx", 0o600);
        const kept = await writeContent(handle, content).finally(() => handle.close());
        const answer = await ask("PUT", objectUrl(id), { blob: await openAsBlob(file), sha256: kept.sha256 });
        await answer.body?.cancel();
        if (!answer.ok) throw new DocumentStoreDown("The document store has no such bucket");
        return kept;
      } finally {
        await rm(file, { force: true });
      }
    },
    async read(id) {
      const answer = await ask("GET", objectUrl(id));
      if (answer.ok && answer.body) return answer.body as unknown as AsyncIterable<Uint8Array>;
      await answer.body?.cancel();
      throw new DocumentMissing(id);
    },
    async remove(id) {
      const answer = await ask("DELETE", objectUrl(id));
      await answer.body?.cancel();
    },
    async *list() {
      await removeLeftOver(spool);
      let token: string | undefined;
      do {
        const query = new URLSearchParams({ "list-type": "2", prefix: PREFIX });
        if (token) query.set("continuation-token", token);
        const answer = await ask("GET", `${base}?${query}`);
        const xml = await answer.text();
        if (!answer.ok) throw new DocumentStoreDown("The document store has no such bucket");
        for (const [, entry] of xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
          const id = decodeURIComponent((valueOf(entry!, "Key") ?? "").slice(PREFIX.length));
          const writtenAt = new Date(valueOf(entry!, "LastModified") ?? 0);
          yield { id, bytes: Number(valueOf(entry!, "Size") ?? 0), writtenAt };
        }
        token = valueOf(xml, "NextContinuationToken");
      } while (token);
    },
  };
}

/** A killed process leaves what it was sending. */
async function removeLeftOver(spool: string): Promise<void> {
  for (const name of await readdir(spool).catch(() => [])) {
    const file = join(spool, name);
    const found = await stat(file).catch(() => null);
    if (found && Date.now() - found.mtimeMs > DAY_MS) await rm(file, { force: true });
  }
}
