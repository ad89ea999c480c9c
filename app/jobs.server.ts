import { noticeEndingPapers } from "#app/features/assessors/notice-papers.server.ts";
import { readDueFeeds } from "#app/features/assessors/busy/read-feeds.server.ts";
import { readDueCardPages } from "#app/features/billing/card/card-pages.server.ts";
import { readAllReturns } from "#app/features/billing/card/returns.server.ts";
import { checkLedger } from "#app/features/billing/own/check-ledger.server.ts";
import { readDueInvoices } from "#app/features/billing/read-invoices.server.ts";
import { removeLeftOverFiles } from "#app/features/documents/document-files.server.ts";
import { scanRecent, scanWaiting } from "#app/features/documents/scan-document.server.ts";
import { sendFollowUps } from "#app/features/follow-ups/send-follow-ups.server.ts";
import { mailStatements } from "#app/features/organisations/own/statements.server.ts";
import { checkPay } from "#app/features/pay/check-pay.server.ts";
import { purgeExpired } from "#app/features/privacy/purge.server.ts";
import { countOutcomes } from "#app/features/quality/count-outcomes.server.ts";
import { textTomorrowsVisits } from "#app/features/texts/queue-texts.server.ts";
import { continueLists } from "#app/features/organisations/lists/make-bookings.server.ts";
import { askAboutFreed } from "#app/features/visits/agree/earlier-times.server.ts";
import { shrinkOffers } from "#app/features/visits/agree/offer-times.server.ts";
import { every, nightly, type Job } from "#app/kit/jobs.server.ts";
import { lastBackupDay, runBackupProcess } from "#app/platform/backup/backup-folder.server.ts";
import { londonDate } from "#app/platform/dates.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** All periodic work. Nightly jobs run in this order, so that a backup is taken of what was purged. `root` is the
 * project's folder. */
export const periodicJobs = (root: string): readonly Job[] => [
  // Another process may have saved some.
  every(2 * SECOND, "settings", (deps) => deps.settings.reload()),
  // Each invoice is read every ten minutes at most.
  every(MINUTE, "invoices", (deps, { isStopping }) => readDueInvoices(deps, isStopping)),
  every(MINUTE, "card payments", (deps, { isStopping }) => readDueCardPages(deps, isStopping)),
  every(60 * MINUTE, "refunds and disputes of cards", (deps) => readAllReturns(deps)),
  every(5 * MINUTE, "virus checks", (deps, { isStopping }) => scanWaiting(deps, isStopping)),
  // Each calendar is read every 15 minutes.
  every(MINUTE, "calendars of assessors", (deps, { isStopping }) => readDueFeeds(deps, { root, isStopping })),
  every(MINUTE, "texts of tomorrow", (deps) => textTomorrowsVisits(deps)),
  every(MINUTE, "offered times", (deps) => shrinkOffers(deps)),
  every(5 * MINUTE, "earlier times", (deps) => askAboutFreed(deps)),
  every(MINUTE, "lists of referrals", (deps) => continueLists(deps)),
  nightly("retention", async (deps, { isStopping }) => {
    const { bookings, drafts, mails } = await purgeExpired(deps, isStopping);
    deps.log.info("purged what is past its time", { count: bookings + drafts + mails });
  }),
  nightly("files without a document", async (deps) => {
    const count = await removeLeftOverFiles(deps);
    if (count > 0) deps.log.info("files without a document removed", { count });
  }),
  nightly("accounts", async (deps, { since }) => {
    const { faults, missing } = await checkLedger(deps, since);
    const pay = await checkPay(deps, since);
    const count = faults.length + missing.length + pay.faults.length;
    if (count > 0) deps.log.error("accounts do not add up: run npm run doctor", { count });
  }),
  nightly("outcomes of reports", (deps, { since }) => countOutcomes(deps, since)),
  nightly("statements of organisations", (deps, { isStopping }) => mailStatements(deps, isStopping)),
  nightly("papers of assessors", (deps) => noticeEndingPapers(deps)),
  nightly("days to look again", (deps, { isStopping }) => sendFollowUps(deps, isStopping)),
  nightly("second virus checks", (deps, { isStopping }) => scanRecent(deps, isStopping)),
  nightly("backup", async ({ env, clock }) => {
    // One that was taken earlier on the day is enough.
    const isDue = env.BACKUP_HOUR !== "off" && (await lastBackupDay(env)) !== londonDate(clock.now());
    if (isDue) await runBackupProcess(root);
  }),
];
