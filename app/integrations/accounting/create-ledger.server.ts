import { createBreaker } from "#app/integrations/breaker.ts";
import type { Clock } from "#app/platform/clock.ts";
import type { Env } from "#app/platform/env.server.ts";
import { guardLedger } from "./guard-ledger.ts";
import type { Ledger } from "./ledger.ts";
import { createXeroLedger } from "./xero-ledger.server.ts";

/** Xero with its breaker; null without its keys: invoices then wait in the outbox. */
export function createLedger(options: { env: Env; clock: Clock }): Ledger | null {
  const { env, clock } = options;
  if (!env.XERO_CLIENT_ID || !env.XERO_CLIENT_SECRET) return null;
  const xero = createXeroLedger({
    clientId: env.XERO_CLIENT_ID,
    clientSecret: env.XERO_CLIENT_SECRET,
    baseUrl: env.XERO_BASE_URL,
    identityUrl: env.XERO_IDENTITY_URL,
    scopes: env.XERO_SCOPES,
    accountCode: env.XERO_ACCOUNT_CODE,
    taxType: env.XERO_TAX_TYPE,
    clock,
  });
  return guardLedger(xero, createBreaker(clock));
}
