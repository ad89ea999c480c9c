import { z } from "zod";

export type Tracking = { utmParameters: Record<string, string>; sessionData: Record<string, unknown> };

const MAX_UTM_KEYS = 20;
const MAX_VALUE_LENGTH = 500;
const LARGEST_SESSION_DATA_BYTES = 4096;
const MAX_UTM_CHARACTERS = 4096;

export const SessionData = z
  .record(z.string(), z.unknown(), { error: "sessionData must be an object." })
  .refine((value) => new TextEncoder().encode(JSON.stringify(value)).length <= LARGEST_SESSION_DATA_BYTES, {
    error: "sessionData must be at most 4 KB.",
    abort: true,
  });

export const UtmParameters = z
  .record(z.string(), z.unknown(), { error: "utmParameters must be an object." })
  .transform((value) => pickUtm(Object.entries(value)));

function pickUtm(entries: Iterable<[string, unknown]>): Record<string, string> {
  const picked = [...entries].filter(
    (entry): entry is [string, string] =>
      /^utm_[\w-]{1,40}$/.test(entry[0]) && typeof entry[1] === "string" && entry[1] !== "",
  );
  let room = MAX_UTM_CHARACTERS;
  const kept = picked.slice(0, MAX_UTM_KEYS).flatMap(([key, value]) => {
    const text = value.slice(0, MAX_VALUE_LENGTH);
    room -= key.length + text.length;
    return room >= 0 ? [[key, text] as const] : [];
  });
  return Object.fromEntries(kept);
}

/** Without its query, which may hold somebody's search or a token; null for our own pages. */
function externalReferrer(value: string, ownOrigin: string): string | null {
  if (!URL.canParse(value)) return null;
  const url = new URL(value);
  if (!url.protocol.startsWith("http") || url.origin === ownOrigin) return null;
  return (url.origin + url.pathname).slice(0, MAX_VALUE_LENGTH);
}

export const landingReferrer = (request: Request, ownOrigin: string): string =>
  externalReferrer(request.headers.get("Referer") ?? "", ownOrigin) ?? "";

/** `now` is an instant, UTC. */
export function readTracking(request: Request, form: FormData, now: string, ownOrigin: string): Tracking {
  const typed = (name: string) => String(form.get(name) ?? "").slice(0, MAX_VALUE_LENGTH);
  const timeZone = typed("timeZone");
  const referrer = externalReferrer(typed("landingReferrer"), ownOrigin);
  return {
    utmParameters: pickUtm(new URL(request.url).searchParams),
    sessionData: {
      userAgent: (request.headers.get("User-Agent") ?? "").slice(0, MAX_VALUE_LENGTH),
      timestamp: now,
      ...(referrer ? { referrer } : {}),
      ...(/^[A-Za-z0-9_+/-]{1,64}$/.test(timeZone) ? { timeZone } : {}),
    },
  };
}
