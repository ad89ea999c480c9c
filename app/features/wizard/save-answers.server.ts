import type { Deps } from "#app/deps.server.ts";
import { transact, type Executor } from "#app/platform/database.server.ts";
import type { BookingRow } from "#app/features/booking/tables.ts";
import { draftExpiry, openDraft, sealAnswers, type Draft } from "./drafts.server.ts";
import { hasValidAnswers } from "./journey.ts";
import type { Answers } from "#app/features/booking/steps.ts";

export async function bookingOfDraft(executor: Executor, draftId: string): Promise<BookingRow | null> {
  const booking = await executor
    .selectFrom("bookings")
    .selectAll()
    .where("draft_id", "=", draftId)
    .executeTakeFirst();
  return booking ?? null;
}

/** Saves answers, valid or not, over those that the draft has, and gives it another 48 hours. */
export async function saveAnswers(
  deps: Pick<Deps, "db" | "clock" | "secrets">,
  draft: Draft,
  answers: Answers,
): Promise<Draft> {
  const now = deps.clock.now();
  const save = async (trx: Executor) => {
    const row = await trx
      .selectFrom("drafts")
      .selectAll()
      .where("id", "=", draft.id)
      .executeTakeFirstOrThrow();
    // A booked draft was emptied: a second Confirm Booking must not fill it again.
    const before = openDraft(deps, row);
    if (await bookingOfDraft(trx, draft.id)) return before;
    const merged = { ...before.answers, ...answers };
    const isAnswered = row.is_answered === 1 || hasValidAnswers(merged);
    const changes = {
      answers_sealed: sealAnswers(deps, draft.id, merged),
      is_answered: isAnswered ? (1 as const) : (0 as const),
      updated_at: now.toISOString(),
      expires_at: draftExpiry(now),
    };
    await trx.updateTable("drafts").set(changes).where("id", "=", draft.id).execute();
    return { ...before, answers: merged, updatedAt: changes.updated_at };
  };
  return transact(deps.db, save, `drafts/${draft.id}`);
}
