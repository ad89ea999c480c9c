import type { Deps } from "#app/deps.server.ts";
import { londonDate } from "#app/platform/dates.ts";
import { openDraft, readVisitor, visitorHashes } from "./drafts.server.ts";
import { firstUnfinished } from "./journey.ts";
import type { StepSlug } from "#app/features/booking/steps.ts";

export type UnfinishedDraft = { id: string; step: StepSlug; savedAt: string };

export async function findUnfinishedDraft(
  deps: Pick<Deps, "env" | "db" | "clock" | "secrets">,
  request: Request,
): Promise<UnfinishedDraft | null> {
  const visitor = await readVisitor(deps, request);
  if (visitor === null) return null;
  const now = deps.clock.now();
  const row = await deps.db
    .selectFrom("drafts")
    .selectAll()
    .where("visitor_hash", "in", visitorHashes(deps, visitor))
    .where("expires_at", ">", now.toISOString())
    .where((eb) =>
      eb.not(
        eb.exists(
          eb.selectFrom("bookings").select("bookings.id").whereRef("bookings.draft_id", "=", "drafts.id"),
        ),
      ),
    )
    .orderBy("updated_at", "desc")
    .executeTakeFirst();
  if (!row) return null;
  const { answers } = openDraft(deps, row);
  return { id: row.id, step: firstUnfinished(answers, londonDate(now)), savedAt: row.updated_at };
}
