import type { Deps } from "#app/deps.server.ts";
import { makeInvoice } from "#app/features/billing/make-invoice.server.ts";
import { claimNextJob } from "#app/platform/outbox-leases.server.ts";
import type { OutboxRow } from "#app/platform/tables.ts";
import { deliverMail } from "./deliver-mail.server.ts";
import { settleJob } from "./settle-job.server.ts";
import { workerId } from "./worker-id.server.ts";

/** Somebody waits for these in front of a screen. */
const URGENT_TOPICS = [
  "sign-in-code",
  "password-reset",
  "temporary-password",
  "confirm-email",
  "account-exists",
  "access-link",
];

/**
 * What goes on at once. One mail: a kill between the vendor's answer and our mark then repeats one mail at most.
 * Invoices cannot be doubled (see `makeInvoice`), so five, as many as Xero takes.
 */
export const SLOTS: OutboxRow["kind"][] = ["mail", "invoice", "invoice", "invoice", "invoice", "invoice"];

function isPaused(deps: Deps, kind: OutboxRow["kind"]): boolean {
  const vendor = kind === "mail" ? deps.mailer : deps.ledger;
  if (!vendor) return true;
  return (vendor.pausedMs?.() ?? 0) > 0;
}

function runJob(deps: Deps, row: OutboxRow) {
  return settleJob(deps, row, () => (row.kind === "mail" ? deliverMail(deps, row) : makeInvoice(deps, row)));
}

/**
 * Does the due jobs of a kind one after the other and returns how many were tried. Ends early when `shouldStop` says so
 * or the vendor's breaker is open; without Xero's keys invoices wait.
 */
export async function runSlot(
  deps: Deps,
  kind: OutboxRow["kind"],
  shouldStop: () => boolean = () => false,
): Promise<number> {
  let count = 0;
  while (!shouldStop() && !isPaused(deps, kind)) {
    const row = await claimNextJob(deps.db, {
      now: deps.clock.now(),
      workerId: workerId(),
      kind,
      urgentTopics: URGENT_TOPICS,
    });
    if (!row) break;
    await runJob(deps, row);
    count += 1;
  }
  return count;
}

/** Does everything that is due now, without any timer: what the worker does, for tests and scripts. */
export async function runDueJobs(deps: Deps): Promise<number> {
  const counts = await Promise.all(SLOTS.map((kind) => runSlot(deps, kind)));
  return counts.reduce((sum, count) => sum + count, 0);
}
