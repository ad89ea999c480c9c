import type { Personal } from "#app/features/data-protection/personal.ts";
import { findUserNames } from "#app/features/accounts/session/queries.server.ts";
import { ACTOR_WORDS } from "#app/features/audit/history-words.ts";
import type { AuditRow } from "#app/features/audit/tables.ts";
import type { FieldChange } from "#app/features/booking/record/booking-changes.ts";
import type { Executor } from "#app/platform/database.server.ts";
import { sealedJsonColumn, type Secrets } from "#app/platform/secrets.server.ts";

/** Texts of changes are personal: encrypted, and erased with the booking. The audit log names only fields. */

const sealedChanges = sealedJsonColumn<FieldChange[]>("booking_changes", "changes_sealed");

/** Stores the texts of a change beside its audit entry, in the same transaction. */
export async function keepChanges(
  executor: Executor,
  secrets: Secrets,
  { auditId, bookingId, changes }: { auditId: string; bookingId: string; changes: FieldChange[] },
): Promise<void> {
  if (changes.length === 0) return;
  await executor
    .insertInto("booking_changes")
    .values({
      audit_id: auditId,
      booking_id: bookingId,
      changes_sealed: sealedChanges.encrypt(secrets, auditId, changes),
    })
    .execute();
}

/** The texts of a booking's changes, by the id of the audit entry. */
export async function readChanges(executor: Executor, secrets: Secrets, bookingId: string) {
  const rows = await executor
    .selectFrom("booking_changes")
    .selectAll()
    .where("booking_id", "=", bookingId)
    .orderBy("audit_id")
    .execute();
  return new Map(
    rows.map((row) => [row.audit_id, sealedChanges.decrypt(secrets, row.audit_id, row.changes_sealed)]),
  );
}

type MadeBy = Pick<AuditRow, "actor_id" | "actor_kind">;

export async function readActors(deps: Parameters<typeof findUserNames>[0], entries: readonly MadeBy[]) {
  const ids = entries.map(({ actor_id }) => actor_id);
  const names = await findUserNames(deps, ids);
  return ({ actor_id, actor_kind }: MadeBy) => names.get(actor_id ?? "") ?? ACTOR_WORDS[actor_kind];
}

export const personal: Personal = {
  async exportBooking({ db, secrets }, bookingId) {
    return { changesByStaff: [...(await readChanges(db, secrets, bookingId)).values()].flat() };
  },
};
