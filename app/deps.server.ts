import type { Jobs } from "#app/features/outbox/jobs.ts";
import type { Accounting } from "#app/integrations/accounting/accounting.ts";
import { setOfferSource } from "#app/features/catalogue/catalogue.ts";
import { createSettings, type SettingsStore } from "#app/features/settings/settings.server.ts";
import { createAccounting } from "./integrations/accounting/xero-accounting.server.ts";
import type { CardPages } from "#app/integrations/card-payments/card-pages.ts";
import { createCardPages } from "#app/integrations/card-payments/stripe-card-pages.server.ts";
import { createDocumentStore } from "#app/integrations/document-store/create-document-store.server.ts";
import type { DocumentStore } from "#app/integrations/document-store/document-store.ts";
import { createMailer } from "#app/integrations/mail/create-mailer.server.ts";
import type { Mailer } from "#app/integrations/mail/mailer.ts";
import { createClamdScanner } from "#app/integrations/virus-scanner/clamd-scanner.server.ts";
import type { TextSender } from "#app/integrations/texts/text-sender.ts";
import { createTextSender } from "#app/integrations/texts/twilio-sender.server.ts";
import type { VirusScanner } from "#app/integrations/virus-scanner/virus-scanner.ts";
import { systemClock, type Clock } from "#app/platform/clock.ts";
import { prepareDataFolder } from "#app/platform/data-folder.server.ts";
import { openConfigured, type Db } from "#app/platform/database.server.ts";
import type { Env } from "#app/platform/env.server.ts";
import { createIds, type Ids } from "#app/platform/ids.server.ts";
import { createLogger, type Logger } from "#app/platform/log.server.ts";
import { createReadiness } from "#app/platform/readiness.server.ts";
import { createSecrets, type Secrets } from "#app/platform/secrets.server.ts";

/** The outside world of use cases: database, clock, keys, vendors. `createDeps` makes it once; tests make their own. */
export type Deps = {
  env: Env;
  db: Db;
  clock: Clock;
  ids: Ids;
  secrets: Secrets;
  settings: SettingsStore;
  log: Logger;
  mailer: Mailer;
  accounting: Accounting | null;
  /** Null without the keys of a card service. */
  cardPages: CardPages | null;
  /** Null without the keys of a text service. */
  textSender: TextSender | null;
  documents: DocumentStore;
  /** Null where `CLAMD_URL` names none. */
  scanner: VirusScanner | null;
  jobs: Jobs;
  /** Makes a backup and verifies it, in another process (`makePressed`). The server sets it. */
  makeBackup(): Promise<void>;
  /** Bookings can be stored. */
  isOperational(): Promise<boolean>;
  /** All that the service does can be done. */
  isReady(): Promise<boolean>;
};

/** Opens the database and the vendors' clients as configured; `close()` closes the database. Throws `EnvError` when the
 * data folder cannot be written. */
export function createDeps(env: Env): Deps & { close(): Promise<void> } {
  const clock = systemClock;
  const log = createLogger();
  prepareDataFolder(env);
  const db = openConfigured(env);
  const settings = createSettings({ env, db });
  setOfferSource(() => settings.offer(clock.now()));
  return {
    env,
    db,
    clock,
    ids: createIds(clock),
    secrets: createSecrets(env.DATA_KEY),
    settings,
    log,
    mailer: createMailer({ env, clock, log, settings }),
    accounting: createAccounting({ env, clock }),
    cardPages: createCardPages({ env, clock }),
    textSender: createTextSender({ env, clock }),
    documents: createDocumentStore(env),
    scanner: env.CLAMD_URL ? createClamdScanner(env.CLAMD_URL) : null,
    jobs: { wake() {}, handlers: [], bookingsOf: async () => new Map() },
    makeBackup: async () => {},
    ...createReadiness({ db, clock, env }),
    close: () => db.destroy(),
  };
}
