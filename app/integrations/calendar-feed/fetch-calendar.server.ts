import { lookup } from "node:dns/promises";
import * as http from "node:http";
import * as https from "node:https";
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

const MAX_FEED_ADDRESS = 2000;
const MAX_BYTES = 2 * 1024 * 1024;
const LIMIT_MS = 10_000;
const MAX_REDIRECTS = 3;

/** Why a calendar could not be read. */
export type FeedFault =
  | "not-found"
  | "refused"
  | "not-public"
  | "unreachable"
  | "too-slow"
  | "too-large"
  | "no-calendar"
  | "too-long"
  | "bad-answer";

type Fetched =
  | { kind: "read"; text: string; etag: string | null }
  | { kind: "unchanged" }
  | { kind: "failed"; fault: FeedFault };

const failed = (fault: FeedFault) => ({ kind: "failed", fault }) as const;

class NotPublic extends Error {}
class TooLarge extends Error {}

/** Global unicast addresses alone: none of this machine, of its network, or of a cloud's own services. */
function isPublic(address: string): boolean {
  const parsed = ipaddr.process(address);
  if (parsed.range() !== "unicast") return false;
  return parsed.kind() === "ipv4" || (parsed.toByteArray()[0]! & 0xe0) === 0x20;
}

/** The end of a sentence that says which address to enter instead of this; null for one that may be read. `webcal:` is
 * `https:`. Origins in `privateOrigins` may be of this network, and `http:`. */
export function faultOfAddress(typed: string, privateOrigins: readonly string[]): string | null {
  const url = URL.parse(toHttps(typed));
  if (typed.length > MAX_FEED_ADDRESS) return `of at most ${MAX_FEED_ADDRESS} characters`;
  if (!url || !/^https?:$/.test(url.protocol)) return "that begins with https://";
  if (url.username || url.password) return "without a name and password in it";
  if (privateOrigins.includes(url.origin)) return null;
  if (url.protocol !== "https:") return "that begins with https://";
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const isLocalName = !host.includes(".") || /\.(localhost|local|internal|lan)\.?$/i.test(host);
  return isIP(host) ? (isPublic(host) ? null : "on the internet") : isLocalName ? "on the internet" : null;
}

export const toHttps = (typed: string) => typed.trim().replace(/^webcals?:/i, "https:");

/** Resolves a name once, so that the connection goes to the address that was looked at. */
async function publicAddresses(host: string) {
  const found = isIP(host) ? [{ address: host, family: isIP(host) }] : await lookup(host, { all: true });
  if (found.some(({ address }) => !isPublic(address))) throw new NotPublic();
  return found;
}

async function get(
  url: URL,
  etag: string | null,
  { signal, isPrivate }: { signal: AbortSignal; isPrivate: boolean },
) {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const known = isPrivate ? null : await publicAddresses(host);
  const { request } = url.protocol === "https:" ? https : http;
  return new Promise<http.IncomingMessage>((resolve, reject) => {
    const options: https.RequestOptions = {
      signal,
      agent: false,
      headers: {
        accept: "text/calendar",
        "accept-encoding": "identity",
        ...(etag !== null && { "if-none-match": etag }),
      },
      ...(known && {
        lookup: (_host, { all }, done) =>
          all ? done(null, known) : done(null, known[0]!.address, known[0]!.family),
      }),
    };
    request(url, options, resolve).once("error", reject).end();
  });
}

async function textOf(answer: http.IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of answer as AsyncIterable<Buffer>) {
    bytes += piece.length;
    if (bytes > MAX_BYTES) throw new TooLarge();
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString("utf8");
}

/** Reads a published calendar: of a public address by https, or of `privateOrigins`; at most 2 MB in 10 seconds, over
 * three redirects. Never throws. */
export async function fetchCalendar(
  address: string,
  { etag, privateOrigins }: { etag: string | null; privateOrigins: readonly string[] },
): Promise<Fetched> {
  const signal = AbortSignal.timeout(LIMIT_MS);
  let url = new URL(address);
  try {
    for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
      if (faultOfAddress(url.href, privateOrigins) !== null) return failed("not-public");
      const answer = await get(url, etag, { signal, isPrivate: privateOrigins.includes(url.origin) });
      const { statusCode: status = 0, headers } = answer;
      if (status === 200) {
        const text = await textOf(answer);
        if (!/^\uFEFF?\s*BEGIN:VCALENDAR/i.test(text)) return failed("no-calendar");
        return { kind: "read", text, etag: headers.etag ?? null };
      }
      answer.destroy();
      if (status === 304) return { kind: "unchanged" };
      if (status === 404 || status === 410) return failed("not-found");
      if (status === 401 || status === 403) return failed("refused");
      const next =
        status >= 301 && status <= 308 && headers.location ? URL.parse(headers.location, url) : null;
      if (!next) return failed("bad-answer");
      url = next;
    }
    return failed("bad-answer");
  } catch (error) {
    if (error instanceof NotPublic) return failed("not-public");
    if (error instanceof TooLarge) return failed("too-large");
    return failed(signal.aborted ? "too-slow" : "unreachable");
  }
}
