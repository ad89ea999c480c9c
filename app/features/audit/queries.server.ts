import type { Selectable } from "kysely";
import { pageOfQuery } from "#app/kit/pieces.server.ts";
import type { Executor } from "#app/platform/database.server.ts";
import type { AuditRow } from "./tables.ts";

type Subject = { kind: string; id: string };
type Which = { without?: string[]; only?: readonly string[] };

/** Newest first, without the actions in `without`, or those of the actions in `only` alone. */
function historyOf(executor: Executor, subjects: Subject[], { without = [], only }: Which) {
  // One list of ids for each kind, because SQLite takes at most a thousand conditions joined by "or".
  const idsOfKinds = [...Map.groupBy(subjects, ({ kind }) => kind)].map(
    ([kind, ofKind]) => [kind, ofKind.map(({ id }) => id)] as const,
  );
  return executor
    .selectFrom("audit_log")
    .selectAll()
    .where((eb) =>
      eb.or(
        idsOfKinds.map(([kind, ids]) => eb.and([eb("subject_kind", "=", kind), eb("subject_id", "in", ids)])),
      ),
    )
    .$if(without.length > 0, (query) => query.where("action", "not in", without))
    .$if(only !== undefined, (query) =>
      query.where((eb) => eb.or(only!.map((one) => eb("action", "=", one)))),
    )
    .orderBy("at", "desc")
    .orderBy("id", "desc");
}

const toEntry = ({ changed_fields, request_id: _, subject_id: __, ...entry }: Selectable<AuditRow>) => ({
  ...entry,
  changedFields: JSON.parse(changed_fields) as string[],
});

/** The whole history, or its newest entries. */
export async function readHistory(
  executor: Executor,
  subjects: Subject[],
  { limit, ...which }: Which & { limit?: number } = {},
) {
  const query = historyOf(executor, subjects, which);
  return (await (limit === undefined ? query : query.limit(limit)).execute()).map(toEntry);
}

/** A page of the history; the address names it `history`. */
export async function pageOfHistory(executor: Executor, subjects: Subject[], url: URL, which: Which = {}) {
  const query = historyOf(executor, subjects, which);
  const { rows, at } = await pageOfQuery(query, url, { name: "history", size: 100 });
  return { rows: rows.map(toEntry), at };
}
