import type { IncomingMessage } from "node:http";

/** Far more than our longest form has. Checking them takes quadratic time: seconds for 20,000. */
const MAX_FIELDS = 1_000;

export type Bytes = Buffer<ArrayBuffer>;

type Body = {
  /** Empty where there is none; null for one that is too long to be given back. */
  bytes: Bytes | null;
  isTooLarge: boolean;
};

/** Reads a whole body of at most `maxBytes`; a longer one is left unread. One that passes `limit` is too large, and
 * still given back up to twice the limit. Null when the client went away. */
export async function readBody(
  request: IncomingMessage,
  limit: number,
  maxBytes = 2 * limit,
): Promise<Body | null> {
  const tooLong: Body = { bytes: null, isTooLarge: true };
  if (Number(request.headers["content-length"] ?? 0) > maxBytes) return tooLong;
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxBytes) return tooLong;
      if (size <= 2 * limit) chunks.push(chunk);
      else chunks.length = 0;
    }
  } catch {
    return null;
  }
  return { bytes: size <= 2 * limit ? Buffer.concat(chunks) : null, isTooLarge: size > limit };
}

const PLAIN = /^application\/x-www-form-urlencoded\s*(;|$)/i;

/** The fields of a posted form; the status that refuses it otherwise: 400 for none that can be read, 413 with
 * too many fields. */
export async function readPostedForm(contentType: string, body: Bytes): Promise<FormData | 400 | 413> {
  const isPlain = PLAIN.test(contentType);
  // Counted before they are read: half a million in 1 MB held the server up for four seconds.
  if (isPlain && body.toString("latin1").split("&", MAX_FIELDS + 1).length > MAX_FIELDS) return 413;
  if (isPlain) return readPlainForm(body);
  const headers = { "Content-Type": contentType };
  const form = await new Response(body, { headers }).formData().catch(() => null);
  if (!form) return 400;
  return [...form.keys()].length > MAX_FIELDS ? 413 : form;
}

/** Like a request's `formData()`, without its streams. */
function readPlainForm(body: Bytes): FormData {
  const form = new FormData();
  for (const [name, value] of new URLSearchParams(body.toString())) form.append(name, value);
  return form;
}
