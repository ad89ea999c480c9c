import type { Deps } from "#app/deps.server.ts";
import { BY_SYSTEM, recordAudit } from "#app/features/audit/record-audit.server.ts";
import { openFrames } from "#app/platform/sealed-frames.server.ts";
import { findDocumentRow, keyOf } from "./document-rows.server.ts";
import { DOCUMENT_KINDS, type ScanState } from "./kinds.ts";
import { tellOfVirus } from "./tell-of-virus.server.ts";
import { transact } from "#app/platform/database.server.ts";

/** Has the virus checker look at a stored file. An infected file is deleted; its row stays, so that the same file is refused
 * again. Its sender and the practice get a mail, unless the sender waits for the answer. While the checker does not work, the
 * state stays as it is. Null for a document that is gone. */
export async function scanDocument(
  deps: Deps,
  documentId: string,
  { isSenderWaiting = false } = {},
): Promise<ScanState | null> {
  const row = await findDocumentRow(deps.db, documentId);
  if (!row || !deps.scanner || row.scan === "infected") return row?.scan ?? null;
  const content = openFrames(keyOf(deps.secrets, row), row.id, await deps.documents.read(row.id));
  const result = await deps.scanner.scan(content);
  if (result.kind === "not-working") {
    deps.log.warn(`the virus checker does not work: ${result.reason}`);
    return row.scan;
  }
  const { kind: scan } = result;
  const isInfected = scan === "infected";
  await transact(deps.db, async (trx) => {
    const scanned_at = deps.clock.now().toISOString();
    const scan_signature = isInfected ? result.signature : null;
    const { numUpdatedRows } = await trx
      .updateTable("documents")
      .set({ scan, scanned_at, scan_signature })
      .where("id", "=", row.id)
      .where("scan", "!=", "infected")
      .executeTakeFirst();
    if (!isInfected || numUpdatedRows !== 1n) return;
    const note = row.purpose === "report" ? "Report" : DOCUMENT_KINDS[row.kind];
    await recordAudit(trx, deps, BY_SYSTEM, "document.infected", ["booking", row.booking_id], { note });
    if (!isSenderWaiting) await tellOfVirus(trx, deps, row);
  });
  if (isInfected) await deps.documents.remove(row.id);
  return scan;
}

const DAY_MS = 86_400_000;
const RESCAN_DAYS = 30;
const MAX_AT_ONCE = 500;

/** Checks what was not checked yet, and again what came within 30 days: signatures of new viruses are late. Ends at the
 * first file for which the checker does not work. Returns how many were checked. */
export async function scanRecent(deps: Deps): Promise<number> {
  if (!deps.scanner || (await deps.scanner.problem()) !== null) return 0;
  const now = deps.clock.now().getTime();
  const since = new Date(now - RESCAN_DAYS * DAY_MS).toISOString();
  const rows = await deps.db
    .selectFrom("documents")
    .select("id")
    .where((eb) =>
      eb.or([
        eb("scan", "in", ["waiting", "unchecked"]),
        eb.and([eb("scan", "=", "clean"), eb("created_at", ">=", since)]),
      ]),
    )
    .orderBy("created_at")
    .orderBy("id")
    .limit(MAX_AT_ONCE)
    .execute();
  let checked = 0;
  for (const { id } of rows) {
    const state = await scanDocument(deps, id);
    if (state === "waiting") break;
    checked += 1;
  }
  return checked;
}

const RETRY_MS = 5 * 60_000;

/** Checks what waits, every five minutes, until `stop()`. */
export function startScanning(deps: Deps): { stop(): void } {
  if (!deps.scanner) return { stop() {} };
  let isRunning = false;
  async function checkWaiting() {
    if (isRunning) return;
    isRunning = true;
    try {
      const waiting = deps.db.selectFrom("documents").select("id").where("scan", "=", "waiting").limit(20);
      for (const { id } of await waiting.execute()) {
        if ((await scanDocument(deps, id)) === "waiting") break;
      }
    } catch {
      deps.log.warn("waiting documents were not checked for viruses");
    } finally {
      isRunning = false;
    }
  }
  const timer = setInterval(() => void checkWaiting(), RETRY_MS).unref();
  return { stop: () => clearInterval(timer) };
}
