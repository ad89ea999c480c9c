import { copyFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { makeScratchDirectory } from "./scratch.ts";
import { RouterContextProvider } from "react-router";
import { inject, onTestFinished } from "vitest";
import { requestScope } from "#app/context.ts";
import type { Deps } from "#app/deps.server.ts";
import { setOfferSource } from "#app/features/catalogue/catalogue.ts";
import { createSettings } from "#app/features/settings/settings.server.ts";
import { dataFolders } from "#app/platform/data-folder.server.ts";
import { createFolderStore } from "#app/integrations/document-store/folder-store.server.ts";
import type { OutgoingMail } from "#app/integrations/mail/mailer.ts";
import { fixedClock } from "#scripts/seed/fixed-clock.ts";
import { openDatabase } from "#app/platform/database.server.ts";
import { readEnv } from "#app/platform/env.server.ts";
import type { Verbose } from "#app/platform/sqlite-driver.server.ts";
import { createIds } from "#app/platform/ids.server.ts";
import { createLogger } from "#app/platform/log.server.ts";
import { createSecrets } from "#app/platform/secrets.server.ts";
import { borrowDatabase } from "./test-database.ts";

/** Whether tests run on PostgreSQL; a few are about the embedded database's file. */
export const isOnPostgres = () => inject("postgresUrl") !== "";

/** A Wednesday, 09:00 in London. */
const TEST_NOW = "2027-03-10T09:00:00.000Z";

export type TestDeps = Deps & {
  clock: ReturnType<typeof fixedClock>;
  sentMails: OutgoingMail[];
};

/** Dependencies with a copy of the migrated database, a clock that the test moves, and a mailer that only collects. */
export function createTestDeps(overrides: Record<string, string> = {}, onStatement?: Verbose): TestDeps {
  const directory = makeScratchDirectory("test-");
  const server = inject("postgresUrl");
  const borrowed = server ? borrowDatabase(server, onStatement) : null;
  if (!borrowed) copyFileSync(inject("databaseTemplate"), join(directory, "app.db"));
  const env = readEnv({
    NODE_ENV: "test",
    DATA_DIR: directory,
    SESSION_SECRET: "session-secret-for-tests-only-0123456789",
    DATA_KEY: "data-key-for-tests-only-0123456789-abcdef",
    ...(borrowed && { DATABASE_URL: borrowed.url }),
    ...overrides,
  });
  const clock = fixedClock(TEST_NOW);
  const db = borrowed?.db ?? openDatabase(env.databaseFile, onStatement);
  const settings = createSettings({ env, db });
  setOfferSource(() => settings.offer(clock.now()));
  const sentMails: OutgoingMail[] = [];
  onTestFinished(async () => {
    await (borrowed ? borrowed.giveBack() : db.destroy());
    rmSync(directory, { recursive: true, force: true });
  });
  return {
    env,
    db,
    clock,
    ids: createIds(clock),
    secrets: createSecrets(env.DATA_KEY),
    settings,
    log: createLogger("silent"),
    mailer: {
      async send(mail) {
        sentMails.push(mail);
        return { vendorId: null };
      },
    },
    accounting: null,
    cardPages: null,
    textSender: null,
    documents: createFolderStore(dataFolders(env).documents, { minFreeBytes: 0 }),
    scanner: null,
    jobs: { wake() {}, handlers: [], bookingsOf: async () => new Map() },
    makeBackup: async () => {},
    isOperational: async () => true,
    isReady: async () => true,
    sentMails,
  };
}

/** The `context` argument of a loader or an action. */
export function testContext(deps: Deps): Readonly<RouterContextProvider> {
  const context = new RouterContextProvider();
  context.set(requestScope, {
    deps,
    requestId: "test-request",
    nonce: "test-nonce",
    clientAddress: "127.0.0.1",
  });
  return context;
}
