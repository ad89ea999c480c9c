import { createBreaker } from "#app/integrations/breaker.ts";
import type { Clock } from "#app/platform/clock.ts";
import type { Env } from "#app/platform/env.server.ts";
import { withBreaker, type Accounting } from "./accounting.ts";
import { createXeroAccounting } from "./xero-accounting.server.ts";

export function createAccounting(options: { env: Env; clock: Clock }): Accounting | null {
  const { env, clock } = options;
  if (!env.XERO_CLIENT_ID || !env.XERO_CLIENT_SECRET) return null;
  const xero = createXeroAccounting({
    clientId: env.XERO_CLIENT_ID,
    clientSecret: env.XERO_CLIENT_SECRET,
    baseUrl: env.XERO_BASE_URL,
    identityUrl: env.XERO_IDENTITY_URL,
    scopes: env.XERO_SCOPES,
    accountCode: env.XERO_ACCOUNT_CODE,
    taxType: env.XERO_TAX_TYPE,
    clock,
  });
  return withBreaker(xero, createBreaker(clock));
}
