import type { Deps } from "#app/deps.server.ts";
import type { Executor } from "#app/platform/database.server.ts";
import { draftExpiry, openDraft, sealAnswers, type Draft } from "./drafts.server.ts";
import type { Answers } from "./steps.ts";

/** A booked draft was emptied: the second press of Confirm Booking must not fill it again. */
export async function isBooked(trx: Executor, draftId: string): Promise<boolean> {
  const booking = await trx
    .selectFrom("bookings")
    .select("id")
    .where("draft_id", "=", draftId)
    .executeTakeFirst();
  return booking !== undefined;
}

/**
 * Saves typed answers over those that the draft has, valid or not, and gives it another 48 hours (DESIGN decision 1).
 * Fields that `answers` does not name stay. Returns the draft as it now is.
 */
export async function saveAnswers(
  deps: Pick<Deps, "db" | "clock" | "secrets">,
  draft: Draft,
  answers: Answers,
): Promise<Draft> {
  const now = deps.clock.now();
  return deps.db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom("drafts")
      .selectAll()
      .where("id", "=", draft.id)
      .executeTakeFirstOrThrow();
    if (await isBooked(trx, draft.id)) return openDraft(deps, row);
    const merged = { ...openDraft(deps, row).answers, ...answers };
    const changes = {
      answers_sealed: sealAnswers(deps, draft.id, merged),
      updated_at: now.toISOString(),
      expires_at: draftExpiry(now),
    };
    await trx.updateTable("drafts").set(changes).where("id", "=", draft.id).execute();
    return openDraft(deps, { ...row, ...changes });
  });
}
