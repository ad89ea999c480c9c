import type { Deps } from "#app/deps.server.ts";
import type { Draft } from "./drafts.server.ts";

/** A booking made from it stays. */
export async function discardDraft(deps: Pick<Deps, "db">, draft: Pick<Draft, "id">): Promise<void> {
  await deps.db.deleteFrom("drafts").where("id", "=", draft.id).execute();
}
