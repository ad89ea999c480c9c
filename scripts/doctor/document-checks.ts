import { existsSync } from "node:fs";
import { compareFiles, hasDocuments } from "#app/features/documents/document-files.server.ts";
import { createDocumentStore } from "#app/integrations/document-store/create-document-store.server.ts";
import { createClamdScanner } from "#app/integrations/virus-scanner/clamd-scanner.server.ts";
import { openConfigured, type Db } from "#app/platform/database.server.ts";
import type { Env } from "#app/platform/env.server.ts";
import { bad, good, note, warning, type Finding } from "./finding.ts";

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
  if (rows.length === 0) return [];
  const some = rows.slice(0, 5).map(({ id }) => id);
  return [
    warning(
      `${rows.length} documents have waited for the virus check for more than a day: ${some.join(", ")}`,
      "Read the log: the checker refuses them, or their files are damaged. A restore puts damaged files back.",
    ),
  ];
}

/** Whether each document has its file and was checked, and each file has its document. */
export async function checkDocuments(env: Env): Promise<Finding[]> {
  if (!env.postgres && !existsSync(env.databaseFile)) return [];
  const db = openConfigured(env);
  try {
    if (!(await hasDocuments({ db }))) return [];
    const { count, missing, leftOver } = await compareFiles({ db, documents: createDocumentStore(env) });
    const findings =
      missing.length > 0
        ? [
            bad(
              `${missing.length} of ${count} documents have no file: ${missing.slice(0, 5).join(", ")}`,
              "Stop the service and restore the newest backup: it puts missing files back.",
            ),
          ]
        : [good(`All ${count} documents have their file`)];
    if (leftOver.length > 0)
      findings.push(
        note(
          `${leftOver.length} files belong to no document`,
          "The nightly clean-up removes them after a day.",
        ),
      );
    return [...findings, ...(await checkWaiting(db))];
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return [
      bad(
        `The documents cannot be compared with their files (${code ?? message})`,
        "Check the document store.",
      ),
    ];
  } finally {
    await db.destroy();
  }
}
