import type { Clock } from "#app/platform/clock.ts";
import type { Executor } from "#app/platform/database.server.ts";
import type { Ids } from "#app/platform/ids.server.ts";
import type { AuditAction } from "./history-words.ts";
import type { AuditRow } from "./tables.ts";

export type Actor = { kind: AuditRow["actor_kind"]; id: string | null };

/** Who acted, and in which request; `requestId` is null outside of any request. */
export type ActedBy = { actor: Actor; requestId: string | null };

/** Somebody who acts by a request. */
export type ActedByRequest = ActedBy & { requestId: string };

export const SYSTEM: Actor = { kind: "system", id: null };
export const BY_SYSTEM: ActedBy = { actor: SYSTEM, requestId: null };

export const byVisitor = (requestId: string): ActedByRequest => ({
  actor: { kind: "visitor", id: null },
  requestId,
});

type Details = {
  /** Names of fields only, never their values. */
  changedFields?: string[];
  note?: string | null | undefined;
};

/** Appends to the audit log, inside the transaction of the change; `action` is `booking.created`, … Returns the id. */
export async function recordAudit(
  inside: { db: Executor; clock: Clock; ids: Ids },
  { actor, requestId }: ActedBy,
  action: AuditAction,
  [kind, subjectId]: readonly [kind: string, id: string],
  { changedFields = [], note = null }: Details = {},
): Promise<string> {
  const id = inside.ids.uuid();
  await inside.db
    .insertInto("audit_log")
    .values({
      id,
      at: inside.clock.now().toISOString(),
      actor_kind: actor.kind,
      actor_id: actor.id,
      action,
      subject_kind: kind,
      subject_id: subjectId,
      changed_fields: JSON.stringify(changedFields),
      note,
      request_id: requestId,
    })
    .execute();
  return id;
}
