import { DeliveryError } from "#app/integrations/delivery-error.ts";
import type { Clock } from "#app/platform/clock.ts";
import { createCallBudget } from "./call-budget.ts";
import type { Accounting, Invoice } from "./accounting.ts";
import { createXeroCall, XeroCallError } from "./xero-calls.server.ts";
import { toDeliveryError } from "./xero-errors.ts";
import { findMadeInvoice, makeInvoice, onlineUrl, type LineOptions } from "./xero-invoices.server.ts";
import { createXeroTokens } from "./xero-token.server.ts";

type XeroOptions = LineOptions & {
  baseUrl: string | undefined;
  identityUrl: string | undefined;
  clientId: string;
  clientSecret: string;
  scopes: string;
  clock: Clock;
  deadlineMs?: number;
};

const DEADLINE_MS = 8000;

/** Contact, invoice and address: no invoice is begun without room for them. */
const CALLS_FOR_ONE = 4;

/** The invoice was made before the budget ran out: this counts as a try, and the next one looks for it first. */
function asTried(error: unknown): never {
  if (!(error instanceof DeliveryError) || !error.isUntried) throw error;
  throw new DeliveryError(error.message, { isPermanent: false, retryAfterMs: error.retryAfterMs });
}

export function createXeroAccounting(options: XeroOptions): Accounting {
  const { clock } = options;
  const deadlineMs = options.deadlineMs ?? DEADLINE_MS;
  const budget = createCallBudget(clock);
  const tokens = createXeroTokens({
    ...options,
    deadlineMs,
    identityUrl: options.identityUrl ?? "https://identity.xero.com",
  });
  const baseUrl = options.baseUrl ?? "https://api.xero.com";

  return {
    async createInvoice(request, signal): Promise<Invoice> {
      budget.requireRoom(CALLS_FOR_ONE);
      const call = createXeroCall({ baseUrl, tokens, budget, deadlineMs }, signal);
      try {
        const found = request.mayExist ? await findMadeInvoice(call, request.bookingReference) : null;
        const { id, ...made } = found ?? (await makeInvoice(call, request, options));
        return { ...made, vendorId: id, onlineUrl: await onlineUrl(call, id).catch(asTried) };
      } catch (error) {
        if (!(error instanceof XeroCallError)) throw error;
        throw toDeliveryError(error.failure, {
          now: clock.now(),
          personal: [request.contact.email, request.contact.name],
        });
      }
    },
  };
}
