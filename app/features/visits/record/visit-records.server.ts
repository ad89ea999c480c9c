import { byIds } from "#app/kit/pieces.server.ts";
import type { Executor } from "#app/platform/database.server.ts";
import { sealedColumn, sealedJsonColumn, type Secrets } from "#app/platform/secrets.server.ts";
import type { OutcomeDetails } from "./outcome.ts";
import type { VisitOutcomeRow } from "./tables.ts";

type ReadDeps = { db: Executor; secrets: Secrets };

const sealedDetails = sealedJsonColumn<OutcomeDetails>("visit_outcomes", "details_sealed");
const sealedNote = sealedColumn("visit_notes", "note_sealed");

export const sealOutcome = sealedDetails.encrypt;
export const sealVisitNote = sealedNote.encrypt;

const toOutcome = (secrets: Secrets, { details_sealed, ...row }: VisitOutcomeRow) => ({
  ...row,
  details: details_sealed === null ? null : sealedDetails.decrypt(secrets, row.id, details_sealed),
});

/** With its details decrypted; they are null after an erasure. */
export type Outcome = ReturnType<typeof toOutcome>;

/** Reports of these visits with their corrections, the first one first. The last of a visit counts. */
export async function outcomesOf(deps: ReadDeps, visitIds: readonly string[]) {
  const rows = await byIds(visitIds, (piece) =>
    deps.db
      .selectFrom("visit_outcomes")
      .selectAll()
      .where("visit_id", "in", piece)
      .orderBy("visit_id")
      .orderBy("number")
      .execute(),
  );
  return Map.groupBy(
    rows.map((row) => toOutcome(deps.secrets, row)),
    ({ visit_id }) => visit_id,
  );
}

/** How these visits were held, by the last report of each, and why not. */
export async function heldOf(deps: ReadDeps, visitIds: readonly string[]) {
  const rows = await byIds(visitIds, (piece) =>
    deps.db
      .selectFrom("visit_outcomes")
      .select(["id", "visit_id", "held"])
      // Sealed words are read where they say why.
      .select((eb) =>
        eb
          .case()
          .when("held", "=", "full")
          .then(null)
          .else(eb.ref("details_sealed"))
          .end()
          .as("details_sealed"),
      )
      .where("visit_id", "in", piece)
      .orderBy("number")
      .execute(),
  );
  const last = new Map(rows.map((row) => [row.visit_id, row]));
  return new Map(
    [...last].map(([visitId, { id, held, details_sealed }]) => {
      const details =
        details_sealed === null ? null : sealedDetails.decrypt(deps.secrets, id, details_sealed);
      return [visitId, { held, reason: details?.reason ?? null }];
    }),
  );
}

/** Notes to the office about these visits, the first one first; without those whose text was erased. */
export async function notesOf(deps: ReadDeps, visitIds: readonly string[]) {
  const rows = await byIds(visitIds, (piece) =>
    deps.db
      .selectFrom("visit_notes")
      .selectAll()
      .where("visit_id", "in", piece)
      .orderBy("written_at")
      .orderBy("id")
      .execute(),
  );
  return rows
    .map(({ note_sealed, ...row }) => ({
      ...row,
      note: note_sealed === null ? "" : sealedNote.decrypt(deps.secrets, row.id, note_sealed),
    }))
    .filter(({ kind, note }) => kind !== "note" || note !== "");
}
