import type { IncomingMessage } from "node:http";
import { typedWithoutUnseen } from "#app/platform/clean-line.ts";
import { readMultipart } from "./multipart.server.ts";

/** Far more than our longest form has. Checking them takes quadratic time: seconds for 20,000. */
const MAX_FIELDS = 1_000;

export type Bytes = Buffer<ArrayBuffer>;

type Body = {
  /** Empty where there is none; null for one that is too long to be given back. */
  bytes: Bytes | null;
  isTooLarge: boolean;
};

/** Reads a whole body. One that passes `limit` is too large, and still given back up to twice the limit; a longer one
 * is left unread. Null when the client went away. */
export async function readBody(request: IncomingMessage, limit: number): Promise<Body | null> {
  const maxBytes = 2 * limit;
  const tooLong: Body = { bytes: null, isTooLarge: true };
  if (Number(request.headers["content-length"] ?? 0) > maxBytes) return tooLong;
  const start = await readStart(request, maxBytes, maxBytes);
  if (!start?.isWhole) return start && tooLong;
  return { bytes: start.bytes, isTooLarge: start.bytes.length > limit };
}

type Start = { bytes: Bytes; isWhole: boolean };

/** The first bytes of a body, whose rest is read away up to `maxBytes`. Null when the client went away. */
export async function readStart(request: IncomingMessage, limit: number, maxBytes: number) {
  const chunks: Buffer[] = [];
  let size = 0;
  const end = Number(request.headers["content-length"] ?? 0) > maxBytes ? limit : maxBytes;
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      if (size < limit) chunks.push(chunk.subarray(0, limit - size));
      size += chunk.length;
      if (size > end) break;
    }
  } catch {
    return null;
  }
  return { bytes: Buffer.concat(chunks), isWhole: size <= limit };
}

/** The fields and the file of a form of which the start is kept: a file that was cut has more than `fileBytes`. The
 * status that refuses it otherwise. */
export async function readFileForm(contentType: string, { bytes, isWhole }: Start, fileBytes: number) {
  const headers = { "Content-Type": contentType };
  if (isWhole) return readPostedForm(contentType, bytes);
  let isCut = false;
  const request = new Request("http://localhost", { method: "POST", headers, body: bytes });
  const limits = { maxFiles: 1, maxBytes: bytes.length };
  const { form } = await readMultipart(request, limits, async ({ name, fileName, content, form: fields }) => {
    const chunks: Buffer[] = [];
    let size = 0;
    try {
      for await (const chunk of content) {
        chunks.push(chunk);
        size += chunk.length;
      }
    } catch {
      // The end was cut off.
    }
    isCut = size > fileBytes;
    fields.append(name, new File(chunks as Bytes[], fileName));
  });
  return isCut ? form : 413;
}

const PLAIN = /^application\/x-www-form-urlencoded\s*(;|$)/i;

/** The fields of a posted form; the status that refuses it otherwise: 400 for none that can be read, 413 with
 * too many fields. */
export async function readPostedForm(contentType: string, body: Bytes): Promise<FormData | 400 | 413> {
  const isPlain = PLAIN.test(contentType);
  // Counted before they are read: half a million in 1 MB held the server up for four seconds.
  if (isPlain && body.toString("latin1").split("&", MAX_FIELDS + 1).length > MAX_FIELDS) return 413;
  if (isPlain) {
    const form = new FormData();
    for (const [name, value] of new URLSearchParams(body.toString())) form.append(name, value);
    return form;
  }
  const headers = { "Content-Type": contentType };
  const form = await new Response(body, { headers }).formData().catch(() => null);
  if (!form) return 400;
  return [...form.keys()].length > MAX_FIELDS ? 413 : form;
}

type Clean = { form: FormData; body: Bytes; contentType?: string };

/** A posted form without the characters that nobody sees (`withoutUnseen`), encoded anew where it had some. */
export async function withoutUnseenFields(form: FormData, body: Bytes): Promise<Clean> {
  const clean = new FormData();
  let isClean = true;
  for (const [name, value] of form) {
    const text = typeof value === "string" ? typedWithoutUnseen(name, value) : value;
    isClean &&= text === value;
    clean.append(name, text);
  }
  if (isClean) return { form, body };
  const sent = new Response(clean);
  const contentType = sent.headers.get("Content-Type")!;
  return { form: clean, body: Buffer.from(await sent.arrayBuffer()), contentType };
}
