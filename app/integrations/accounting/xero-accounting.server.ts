import { createBreaker } from "#app/integrations/breaker.ts";
import { DeliveryError } from "#app/integrations/delivery-error.ts";
import type { Clock } from "#app/platform/clock.ts";
import type { Env } from "#app/platform/env.server.ts";
import type { Accounting } from "./accounting.ts";
import { createCallBudget } from "./call-budget.ts";
import { createXeroCall } from "./xero-calls.server.ts";
import { toDeliveryError, XeroFailure } from "./xero-errors.ts";
import { findMadeInvoice, makeInvoice, onlineUrl, readInvoices } from "./xero-invoices.server.ts";
import { createXeroTokens } from "./xero-token.server.ts";

type XeroOptions = { env: Env; clock: Clock; deadlineMs?: number | undefined };

const DEADLINE_MS = 8000;

/** To find and make the contact, make the invoice and read its address: none is begun without room for all. */
const CALLS_FOR_ONE = 4;

/** The invoice was made before the budget ran out: this counts as a try, and the next one looks for it first. */
function asTried(error: unknown): never {
  if (!(error instanceof DeliveryError) || !error.isUntried) throw error;
  throw new DeliveryError(error.message, { retryAfterMs: error.retryAfterMs });
}

export function createXeroAccounting({ env, clock, deadlineMs = DEADLINE_MS }: XeroOptions): Accounting {
  const budget = createCallBudget(clock);
  const tokens = createXeroTokens({ env, clock, deadlineMs });
  const baseUrl = env.XERO_BASE_URL ?? "https://api.xero.com";

  return {
    async createInvoice(request, signal) {
      budget.requireRoom(CALLS_FOR_ONE);
      const call = createXeroCall({ baseUrl, tokens, budget, deadlineMs }, signal);
      try {
        const found = request.mayExist ? await findMadeInvoice(call, request) : null;
        const { id, ...made } = found ?? (await makeInvoice(call, request, env));
        return { ...made, vendorId: id, onlineUrl: await onlineUrl(call, id).catch(asTried) };
      } catch (error) {
        if (!(error instanceof XeroFailure)) throw error;
        throw toDeliveryError(error, {
          now: clock.now(),
          personal: [request.contact.email, request.contact.name, request.reference],
        });
      }
    },
    async readInvoices(vendorIds, signal) {
      // Reading can wait; making an invoice comes first.
      budget.requireRoom(CALLS_FOR_ONE + 1);
      const call = createXeroCall({ baseUrl, tokens, budget, deadlineMs }, signal);
      try {
        return await readInvoices(call, vendorIds);
      } catch (error) {
        if (!(error instanceof XeroFailure)) throw error;
        throw toDeliveryError(error, { now: clock.now(), personal: [] });
      }
    },
  };
}

/** Xero, paused while it fails; null without its keys: invoices then wait in the outbox. */
export function createAccounting(options: XeroOptions): Accounting | null {
  if (!options.env.XERO_CLIENT_ID || !options.env.XERO_CLIENT_SECRET) return null;
  const xero = createXeroAccounting(options);
  const breaker = createBreaker(options.clock);
  return {
    createInvoice: (...request) => breaker.run(() => xero.createInvoice(...request)),
    readInvoices: (...request) => breaker.run(() => xero.readInvoices(...request)),
    pausedMs: breaker.pausedMs,
  };
}
