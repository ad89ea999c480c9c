import type { Deps } from "#app/deps.server.ts";
import { makeInvoice } from "#app/features/billing/make-invoice.server.ts";
import { claimDueJobs } from "#app/platform/outbox-leases.server.ts";
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
  "access-link",
];

/**
 * One mail at a time: a kill between the vendor's answer and our mark then repeats one mail at most. Invoices cannot
 * be doubled (see `makeInvoice`), so they go five at once, as many as Xero takes.
 */
const LANES = [
  { kind: "mail", atOnce: 1 },
  { kind: "invoice", atOnce: 5 },
] as const;

function isPaused(deps: Deps, kind: OutboxRow["kind"]): boolean {
  const vendor = kind === "mail" ? deps.mailer : deps.ledger;
  if (!vendor) return true;
  const until = vendor.pausedUntil?.() ?? null;
  return until !== null && until > deps.clock.now();
}

function runJob(deps: Deps, row: OutboxRow) {
  return settleJob(deps, row, () => (row.kind === "mail" ? deliverMail(deps, row) : makeInvoice(deps, row)));
}

/**
 * Does everything that is due now, and returns how many jobs were tried. Ends early when `shouldStop` says so or the
 * vendor's breaker is open; without Xero's keys invoices wait. Tests call this; the worker calls it in a loop.
 */
export async function runDueJobs(deps: Deps, shouldStop: () => boolean = () => false): Promise<number> {
  const counts = await Promise.all(
    LANES.flatMap(({ kind, atOnce }) =>
      Array.from({ length: atOnce }, async () => {
        let count = 0;
        while (!shouldStop() && !isPaused(deps, kind)) {
          const [row] = await claimDueJobs(deps.db, {
            now: deps.clock.now(),
            workerId: workerId(),
            kind,
            limit: 1,
            urgentTopics: URGENT_TOPICS,
          });
          if (!row) break;
          await runJob(deps, row);
          count += 1;
        }
        return count;
      }),
    ),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}
