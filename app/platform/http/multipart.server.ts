import { once } from "node:events";
import type { Readable } from "node:stream";
import { typedWithoutUnseen } from "#app/platform/clean-line.ts";
import { Busboy, type BusboyInstance } from "@fastify/busboy";

const KB = 1024;
const MAX_FIELDS = 50;

export type PostedFile = {
  /** The control's name. */
  name: string;
  /** The name that the browser says, without folders. */
  fileName: string;
  /** Ends with an error when the line was cut. What is left unread is discarded. */
  content: AsyncIterable<Buffer>;
  /** The fields before this file. */
  form: FormData;
};

type Posted = {
  form: FormData;
  /** False when the line was cut, or the body could not be read to its end. */
  isWhole: boolean;
  /** More files came than `maxFiles`; those were discarded. */
  hasTooManyFiles: boolean;
};

export const isMultipart = (contentType: string | null | undefined): boolean =>
  /^multipart\/form-data\b/i.test(contentType ?? "");

/** Reads a multipart form while it arrives, one file after the other, never a whole one in memory. What `onFile` stops
 * is left unread from there. An error of `onFile` is thrown after the body was read. */
export async function readMultipart(
  request: Request,
  { maxFiles, maxBytes }: { maxFiles: number; maxBytes: number },
  onFile: (file: PostedFile) => Promise<"stop" | void>,
): Promise<Posted> {
  const form = new FormData();
  const posted: Posted = { form, isWhole: true, hasTooManyFiles: false };
  const busboy = openParser(request, maxFiles);
  if (!busboy || !request.body) return { ...posted, isWhole: false };
  const cut = new AbortController();
  let current: Readable | null = null;
  let failure: { error: unknown } | null = null;
  let isStopped = false;
  let work = Promise.resolve();

  busboy.on("field", (name: string | undefined, value: string) =>
    form.append(name ?? "", typedWithoutUnseen(name ?? "", value)),
  );
  busboy.on("filesLimit", () => (posted.hasTooManyFiles = true));
  busboy.on("error", (error: unknown) => {
    cut.abort();
    current?.destroy(error as Error);
  });
  busboy.on("file", (name: string | undefined, content: Readable, fileName: string | undefined) => {
    current = content;
    content.on("error", (error) => content.destroy(error));
    const read = async () => {
      const reading = content.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
      const file = { name: name ?? "", fileName: fileName ?? "", content: reading, form };
      const isOver = failure !== null || isStopped;
      const next = isOver ? null : await onFile(file).catch((error: unknown) => void (failure = { error }));
      if (next === "stop") {
        isStopped = true;
        cut.abort();
      }
      content.resume();
    };
    work = work.then(read);
  });

  const finished = once(busboy, "finish", { signal: cut.signal });
  finished.catch(() => {});
  try {
    let size = 0;
    // The server reads away the rest.
    for await (const chunk of request.body.values({ preventCancel: true })) {
      size += chunk.length;
      if (size > maxBytes) throw new Error("The body is too long");
      if (cut.signal.aborted) break;
      if (!busboy.write(chunk)) await once(busboy, "drain", { signal: cut.signal });
    }
    busboy.end();
    await finished;
  } catch (error) {
    posted.isWhole = false;
    cut.abort();
    (current as Readable | null)?.destroy(error as Error);
  }
  await work;
  const failed = failure as { error: unknown } | null;
  if (failed) throw failed.error;
  return posted;
}

/** Null where the header names no boundary. */
function openParser(request: Request, files: number): BusboyInstance | null {
  const headers = { "content-type": request.headers.get("Content-Type") ?? "" };
  const fields = { fieldNameSize: 100, fieldSize: 64 * KB, fields: MAX_FIELDS };
  const limits = { ...fields, files, parts: files + 2 * MAX_FIELDS, headerPairs: 20, headerSize: 8 * KB };
  try {
    return new Busboy({ headers, limits });
  } catch {
    return null;
  }
}
