import type { Deps } from "#app/deps.server.ts";
import type { JobHandler } from "#app/features/outbox/jobs.ts";
import { INVOICE_TOPICS } from "#app/features/booking/invoice-plan.ts";
import { makeInvoice } from "./make-invoice.server.ts";

/** Makes invoices five at a time, as many as Xero takes: `makeInvoice` never makes one twice. */
export function invoiceHandler(deps: Deps): JobHandler {
  return {
    kind: "invoice",
    slots: 5,
    urgentTopics: [],
    retryMs: () => null,
    label: (topic) => (topic === INVOICE_TOPICS.deposit ? "Deposit invoice in Xero" : "Invoice in Xero"),
    recipientWords: "Xero",
    waitsFor: () => (deps.accounting ? null : "Waits until Xero's keys are configured."),
    pausedMs: () => deps.accounting?.pausedMs?.() ?? 0,
    run: (row) => makeInvoice(deps, row),
  };
}
