import type { Executor } from "#app/platform/database.server.ts";

/** Newest first, without the actions in `without`. */
export async function readHistory(
  executor: Executor,
  subjects: { kind: string; id: string }[],
  { limit = 200, without = [] }: { limit?: number; without?: string[] } = {},
) {
  // One list of ids for each kind, because SQLite takes at most a thousand conditions joined by "or".
  const idsOfKinds = [...Map.groupBy(subjects, ({ kind }) => kind)].map(
    ([kind, ofKind]) => [kind, ofKind.map(({ id }) => id)] as const,
  );
  const rows = await executor
    .selectFrom("audit_log")
    .selectAll()
    .where((eb) =>
      eb.or(
        idsOfKinds.map(([kind, ids]) => eb.and([eb("subject_kind", "=", kind), eb("subject_id", "in", ids)])),
      ),
    )
    .$if(without.length > 0, (query) => query.where("action", "not in", without))
    .orderBy("at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
  return rows.map(({ changed_fields, request_id: _, subject_id: __, ...entry }) => ({
    ...entry,
    changedFields: JSON.parse(changed_fields) as string[],
  }));
}
