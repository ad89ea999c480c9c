import { existsSync } from "node:fs";
import { compareFiles, hasDocuments } from "#app/features/documents/document-files.server.ts";
import { createDocumentStore } from "#app/integrations/document-store/create-document-store.server.ts";
import { createClamdScanner } from "#app/integrations/virus-scanner/clamd-scanner.server.ts";
import type { Db } from "#app/platform/database.server.ts";
import type { Env } from "#app/platform/env.server.ts";
import { bad, found, good, note, onDatabase, someOf, warning, type Finding } from "./finding.ts";

/** Whether the virus checker answers. */
export async function checkScanner(env: Env): Promise<Finding> {
  if (!env.CLAMD_URL) {
    return warning(
      "Documents are not checked for viruses",
      "Set CLAMD_URL to a ClamAV daemon; it needs 3 to 4 GB of memory, and may be another machine.",
    );
  }
  const problem = await createClamdScanner(env.CLAMD_URL).problem();
  return problem === null
    ? good("The virus checker answers")
    : bad(
        `The virus checker does not answer (${problem})`,
        "Check CLAMD_URL. Documents wait until it answers.",
      );
}

const DAY_MS = 86_400_000;

/** Documents that the virus checker does not take, or whose file is damaged: nobody can open them. */
async function checkWaiting(db: Db): Promise<Finding[]> {
  const rows = await db
    .selectFrom("documents")
    .select("id")
    .where("scan", "=", "waiting")
    .where("created_at", "<", new Date(Date.now() - DAY_MS).toISOString())
    .orderBy("created_at")
    .execute();
  return found(
    rows.length > 0 &&
      warning(
        `${rows.length} documents have waited for the virus check for more than a day: ${someOf(rows.map(({ id }) => id))}`,
        "Read the log: the checker refuses them, or their files are damaged. A restore puts damaged files back.",
      ),
  );
}

/** Whether each document has its file and was checked, and each file has its document. */
export async function checkDocuments(env: Env): Promise<Finding[]> {
  if (!env.postgres && !existsSync(env.databaseFile)) return [];
  return onDatabase(env, async (db) => {
    if (!(await hasDocuments({ db }))) return [];
    const { count, missing, leftOver } = await compareFiles({ db, documents: createDocumentStore(env) });
    return found(
      missing.length > 0
        ? bad(
            `${missing.length} of ${count} documents have no file: ${someOf(missing)}`,
            "Stop the service and restore the newest backup: it puts missing files back.",
          )
        : good(`All ${count} documents have their file`),
      leftOver.length > 0 &&
        note(
          `${leftOver.length} files belong to no document`,
          "The nightly clean-up removes them after a day.",
        ),
      ...(await checkWaiting(db)),
    );
  }).catch((error: NodeJS.ErrnoException) => [
    bad(
      `The documents cannot be compared with their files (${error.code ?? error.message})`,
      "Check the document store.",
    ),
  ]);
}
