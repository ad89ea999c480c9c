import { createHmac, createSecretKey, timingSafeEqual, type KeyObject } from "node:crypto";
import type { Env } from "#app/platform/env.server.ts";

type Lifetime = { maxAge?: number | undefined; expires?: Date };

/** Node signs seven times faster with key objects than with raw keys. */
const keys = new Map<string, KeyObject>();

function keyOf(secret: string): KeyObject {
  const known = keys.get(secret) ?? createSecretKey(Buffer.from(secret));
  keys.set(secret, known);
  return known;
}

/** HMAC-SHA-256, base64 without padding. */
function signature(text: string, secret: string): string {
  return createHmac("sha256", keyOf(secret)).update(text).digest("base64").replace(/=+$/, "");
}

function isSignature(signed: string, text: string, secret: string): boolean {
  const expected = Buffer.from(signature(text, secret));
  const actual = Buffer.from(signed);
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}

/** The first cookie of that name; null when missing or not decodable. */
function findCookie(header: string | null, name: string): string | null {
  for (const pair of header?.split(";") ?? []) {
    const [key, value] = pair.split("=", 2);
    if (key?.trim() !== name || value === undefined) continue;
    try {
      return decodeURIComponent(value.trim());
    } catch {
      return null;
    }
  }
  return null;
}

/** A signed cookie that scripts cannot read; with TLS its name starts `__Host-`. `maxAge` is in seconds; without it the
 * cookie ends with the browser. The same format as React Router's `createCookie`, but signed synchronously: WebCrypto
 * took 7 % of a booking's time. */
export function signedCookie(
  { env }: { env: Pick<Env, "APP_ORIGIN" | "SESSION_SECRET"> },
  baseName: string,
  maxAge?: number,
) {
  const isSecure = env.APP_ORIGIN.startsWith("https:");
  const name = isSecure ? `__Host-${baseName}` : baseName;
  const secrets = env.SESSION_SECRET;
  return {
    name,
    /** Null without it, or when none of our secrets signed it. */
    parse(header: string | null): unknown {
      const cookie = findCookie(header, name);
      if (!cookie) return null;
      const dot = cookie.lastIndexOf(".");
      const text = cookie.slice(0, Math.max(dot, 0));
      if (!secrets.some((secret) => isSignature(cookie.slice(dot + 1), text, secret))) return null;
      return JSON.parse(Buffer.from(text, "base64").toString("utf8"));
    },
    /** `""` is written empty, for deleting the cookie. */
    serialize(value: unknown, lifetime: Lifetime = {}): string {
      const text = value === "" ? "" : Buffer.from(JSON.stringify(value)).toString("base64");
      const cookie = text && encodeURIComponent(`${text}.${signature(text, secrets[0]!)}`);
      const seconds = lifetime.maxAge ?? maxAge;
      return [
        `${name}=${cookie}`,
        ...(seconds === undefined ? [] : [`Max-Age=${seconds}`]),
        "Path=/",
        ...(lifetime.expires ? [`Expires=${lifetime.expires.toUTCString()}`] : []),
        "HttpOnly",
        ...(isSecure ? ["Secure"] : []),
        "SameSite=Lax",
      ].join("; ");
    },
  };
}
