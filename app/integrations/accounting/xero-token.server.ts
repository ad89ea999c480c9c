import { DeliveryError } from "#app/integrations/delivery-error.ts";
import { parseRetryAfter } from "#app/integrations/retry-after.ts";
import type { Clock } from "#app/platform/clock.ts";
import { z } from "zod";
import { tryJson } from "./xero-errors.ts";

const MARGIN_MS = 60_000;

const TokenAnswer = z.object({ access_token: z.string(), expires_in: z.number() });

export type TokenSource = {
  /** A valid token. Concurrent callers share one request. Throws `DeliveryError`. */
  token(): Promise<string>;
  /** Forgets a token that Xero refused, unless it was replaced already. */
  discard(token: string): void;
};

const later = (message: string, more: { cause?: unknown; retryAfterMs?: number | null } = {}) =>
  new DeliveryError(message, { isPermanent: false, ...more });

/** Tokens by client credentials, from `{identityUrl}/connect/token`: xero-node knows only the vendor's own address. */
export function createXeroTokens(options: {
  identityUrl: string;
  clientId: string;
  clientSecret: string;
  scopes: string;
  deadlineMs: number;
  clock: Clock;
}): TokenSource {
  const { clock } = options;
  const credentials = Buffer.from(`${options.clientId}:${options.clientSecret}`).toString("base64");
  let current: { token: string; until: number } | null = null;
  let pending: Promise<string> | null = null;

  async function ask() {
    const response = await fetch(new URL("/connect/token", options.identityUrl), {
      method: "POST",
      headers: { Authorization: `Basic ${credentials}`, Accept: "application/json" },
      body: new URLSearchParams({ grant_type: "client_credentials", scope: options.scopes }),
      signal: AbortSignal.timeout(options.deadlineMs),
    });
    return { response, text: await response.text() };
  }

  async function request(): Promise<string> {
    const { response, text } = await ask().catch((cause: unknown) => {
      throw later("Xero's sign-in could not be reached, or did not answer in time.", { cause });
    });
    if (response.status === 400 || response.status === 401) {
      throw later("Xero refused our keys. Check XERO_CLIENT_ID, XERO_CLIENT_SECRET and XERO_SCOPES.");
    }
    if (!response.ok) {
      const retryAfterMs = parseRetryAfter(response.headers.get("Retry-After"), clock.now());
      throw later(`Xero's sign-in is failing (${response.status}).`, { retryAfterMs });
    }
    const answer = TokenAnswer.safeParse(tryJson(text)).data;
    if (!answer) throw later("Xero's sign-in gave an answer that we do not understand.");
    const { access_token: token, expires_in: seconds } = answer;
    current = { token, until: clock.monotonicMs() + seconds * 1000 - MARGIN_MS };
    return token;
  }

  return {
    async token() {
      if (current && current.until > clock.monotonicMs()) return current.token;
      pending ??= request().finally(() => {
        pending = null;
      });
      return pending;
    },
    discard(token) {
      if (current?.token === token) current = null;
    },
  };
}
