import type { Breaker } from "#app/integrations/breaker.ts";
import type { Ledger } from "./ledger.ts";

export function guardLedger(ledger: Ledger, breaker: Breaker): Ledger {
  return {
    createInvoice: (request, signal) => breaker.run(() => ledger.createInvoice(request, signal)),
    pausedMs: () => breaker.pausedMs(),
  };
}
