import type { Deps } from "#app/deps.server.ts";
import { transact, type Executor } from "#app/platform/database.server.ts";
import { preparedQuery } from "#app/platform/prepared-query.server.ts";
import {
  draftExpiry,
  findDraftRow,
  decryptDraft,
  referrerHash,
  sealAnswers,
  type Draft,
} from "./drafts.server.ts";
import type { DraftRow } from "./tables.ts";
import { hasValidAnswers } from "./journey.ts";
import type { Answers } from "#app/features/booking/steps.ts";

type Changes = Pick<DraftRow, "answers_sealed" | "updated_at" | "expires_at"> &
  Partial<Pick<DraftRow, "referrer_hash" | "is_answered">>;

/** Stores nothing when they were saved, or booked, since they were read: other text is stored then. */
const storeAnswers = preparedQuery(
  (executor, read: Pick<DraftRow, "id" | "answers_sealed">, changes: Changes) =>
    executor
      .updateTable("drafts")
      .set(changes)
      .where("id", "=", read.id)
      .where("answers_sealed", "=", read.answers_sealed),
);

/** Saves answers, valid or not, over those that the draft has, and gives it another 48 hours. A draft that another tab
 * saved since it was read is read again; one that was booked stays empty. */
export async function saveAnswers(
  deps: Pick<Deps, "db" | "clock" | "secrets">,
  draft: Draft,
  answers: Answers,
): Promise<Draft> {
  const now = deps.clock.now();
  const saveOver = async (trx: Executor, before: Draft): Promise<Draft | null> => {
    const merged = { ...before.answers, ...answers };
    const isSameReferrer =
      before.referrer_hash !== null && merged.referrerEmail === before.answers.referrerEmail;
    const changes: Changes = {
      answers_sealed: sealAnswers(deps, draft.id, merged),
      updated_at: now.toISOString(),
      expires_at: draftExpiry(now),
    };
    // SQLite writes the indexes of a column that is set to what it was: three pages of six for a step.
    if (!isSameReferrer) changes.referrer_hash = referrerHash(deps, merged);
    if (before.is_answered === 0 && hasValidAnswers(merged)) changes.is_answered = 1;
    const { id, answers_sealed } = before;
    const { numAffectedRows } = await storeAnswers(trx, { id, answers_sealed }, changes);
    return numAffectedRows === 1n ? { ...before, ...changes, answers: merged } : null;
  };
  const save = async (trx: Executor): Promise<Draft> => {
    const saved = draft.booking_id === null ? await saveOver(trx, draft) : null;
    if (saved) return saved;
    const row = await findDraftRow(trx, draft.id);
    if (!row) throw new Error("The draft is gone");
    const latest = decryptDraft(deps, row);
    return latest.booking_id === null ? (await saveOver(trx, latest))! : latest;
  };
  return transact(deps.db, save, `drafts/${draft.id}`);
}
