import type { Clock } from "#app/platform/clock.ts";
import type { Executor } from "#app/platform/database.server.ts";
import type { Ids } from "#app/platform/ids.server.ts";
import { preparedQuery } from "#app/platform/prepared-query.server.ts";
import type { AuditRow } from "./tables.ts";

export type Actor = { kind: AuditRow["actor_kind"]; id: string | null };

export type Author = { actor: Actor; requestId: string };

export const SYSTEM: Actor = { kind: "system", id: null };

type AuditEntry = {
  actor: Actor;
  /** `booking.created`, `booking.status-changed`, `referral.viewed`, … */
  action: string;
  subject: { kind: string; id: string };
  /** Names of fields only, never their values. */
  changedFields?: string[];
  note?: string | null;
  requestId?: string | null;
};

const insertEntry = preparedQuery((executor, row: AuditRow) => executor.insertInto("audit_log").values(row));

/** Appends to the audit log, inside the transaction of the change. Returns the entry's id. */
export async function recordAudit(
  executor: Executor,
  deps: { clock: Clock; ids: Ids },
  entry: AuditEntry,
): Promise<string> {
  const id = deps.ids.uuid();
  await insertEntry(executor, {
    id,
    at: deps.clock.now().toISOString(),
    actor_kind: entry.actor.kind,
    actor_id: entry.actor.id,
    action: entry.action,
    subject_kind: entry.subject.kind,
    subject_id: entry.subject.id,
    changed_fields: JSON.stringify(entry.changedFields ?? []),
    note: entry.note ?? null,
    request_id: entry.requestId ?? null,
  });
  return id;
}
