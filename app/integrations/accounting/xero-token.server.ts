import { DeliveryError, parseRetryAfter } from "#app/integrations/delivery-error.ts";
import type { Clock } from "#app/platform/clock.ts";
import type { Env } from "#app/platform/env.server.ts";
import { z } from "zod";
import { tryJson } from "./xero-errors.ts";

const MARGIN_MS = 60_000;

const TokenAnswer = z.object({ access_token: z.string(), expires_in: z.number() });

export type TokenSource = ReturnType<typeof createXeroTokens>;
type TokenOptions = { env: Env; clock: Clock; deadlineMs: number };

/** Tokens by client credentials, with requests of our own: xero-node knows only the vendor's address. */
export function createXeroTokens({ env, clock, deadlineMs }: TokenOptions) {
  const address = new URL("/connect/token", env.XERO_IDENTITY_URL ?? "https://identity.xero.com");
  const credentials = Buffer.from(`${env.XERO_CLIENT_ID}:${env.XERO_CLIENT_SECRET}`).toString("base64");
  let current: { token: string; until: number } | null = null;
  let pending: Promise<string> | null = null;

  async function ask() {
    const response = await fetch(address, {
      method: "POST",
      headers: { Authorization: `Basic ${credentials}`, Accept: "application/json" },
      body: new URLSearchParams({ grant_type: "client_credentials", scope: env.XERO_SCOPES }),
      signal: AbortSignal.timeout(deadlineMs),
    });
    return { response, text: await response.text() };
  }

  async function request(): Promise<string> {
    const { response, text } = await ask().catch((cause: unknown) => {
      throw new DeliveryError("Xero's sign-in could not be reached, or did not answer in time.", { cause });
    });
    if (response.status === 400 || response.status === 401) {
      throw new DeliveryError(
        "Xero refused our keys. Check XERO_CLIENT_ID, XERO_CLIENT_SECRET and XERO_SCOPES.",
      );
    }
    if (!response.ok) {
      const retryAfterMs = parseRetryAfter(response.headers.get("Retry-After"), clock.now());
      throw new DeliveryError(`Xero's sign-in is failing (${response.status}).`, { retryAfterMs });
    }
    const answer = TokenAnswer.safeParse(tryJson(text)).data;
    if (!answer) throw new DeliveryError("Xero's sign-in gave an answer that we do not understand.");
    const { access_token: token, expires_in: seconds } = answer;
    current = { token, until: clock.monotonicMs() + seconds * 1000 - MARGIN_MS };
    return token;
  }

  return {
    /** Concurrent callers share one request. Throws `DeliveryError`. */
    async token(): Promise<string> {
      if (current && current.until > clock.monotonicMs()) return current.token;
      pending ??= request().finally(() => {
        pending = null;
      });
      return pending;
    },
    /** Forgets a token that Xero refused, unless it was replaced already. */
    discard(token: string) {
      if (current?.token === token) current = null;
    },
  };
}
