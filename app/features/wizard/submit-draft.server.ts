import type { Deps } from "#app/deps.server.ts";
import type { Author } from "#app/features/audit/record-audit.server.ts";
import { londonDate } from "#app/platform/dates.ts";
import { hitRateLimit } from "#app/platform/rate-limit.server.ts";
import { preparedQuery } from "#app/platform/prepared-query.server.ts";
import { RATE_LIMITS } from "#app/rate-limits.ts";
import type { BookingRow } from "#app/features/booking/tables.ts";
import { sealAnswers, type Draft } from "./drafts.server.ts";
import type { Offer } from "#app/features/catalogue/catalogue.ts";
import type { Executor } from "#app/platform/database.server.ts";
import { bookingSubmission } from "#app/features/booking/schema.ts";
import { firstUnfinished } from "./journey.ts";
import { withoutUnasked } from "./posted-answers.ts";
import { bookingOfDraft } from "#app/features/booking/find-booking.server.ts";
import type { StepSlug } from "#app/features/booking/steps.ts";
import { submitBooking } from "#app/features/booking/submit-booking.server.ts";
import type { Tracking } from "#app/features/booking/tracking.ts";

type DraftOutcome =
  | { kind: "booked"; booking: BookingRow }
  | { kind: "unfinished"; step: StepSlug }
  | { kind: "too-many"; retryAfterSeconds: number };

/** Checks every step again and books. A draft that was booked gives that booking. */
export async function submitDraft(
  deps: Pick<Deps, "env" | "db" | "clock" | "ids" | "secrets" | "jobs" | "settings">,
  draft: Draft,
  by: Author & { clientAddress: string; offer?: Offer },
): Promise<DraftOutcome> {
  const today = londonDate(deps.clock.now());
  const earlier = await bookingOfDraft(deps.db, draft.id);
  if (earlier) return { kind: "booked", booking: earlier };
  const result = bookingSubmission(today).safeParse(withoutUnasked(draft.answers));
  if (!result.success) return { kind: "unfinished", step: firstUnfinished(draft.answers, today) };
  const verdict = await hitRateLimit(deps, RATE_LIMITS.booking, by.clientAddress);
  if (!verdict.isAllowed) return { kind: "too-many", retryAfterSeconds: verdict.retryAfterSeconds };
  const booking = await submitBooking(deps, {
    submission: result.data,
    draftId: draft.id,
    tracking: withTimeSpent(draft, deps.clock.now()),
    actor: by.actor,
    offer: by.offer,
    requestId: by.requestId,
    alsoWrite: (trx) => emptyDraft(trx, deps, draft.id),
  });
  return { kind: "booked", booking };
}

const storeEmptied = preparedQuery((executor, id: string, answers_sealed: string) =>
  executor.updateTable("drafts").set({ answers_sealed, referrer_hash: "" }).where("id", "=", id),
);

/** The answers are the booking's now. */
async function emptyDraft(executor: Executor, deps: Pick<Deps, "secrets">, draftId: string): Promise<void> {
  await storeEmptied(executor, draftId, sealAnswers(deps, draftId, {}));
}

function withTimeSpent({ tracking, created_at }: Draft, now: Date): Tracking {
  const timeSpentSeconds = Math.round((now.getTime() - Date.parse(created_at)) / 1000);
  return { ...tracking, sessionData: { ...tracking.sessionData, timeSpentSeconds } };
}
