import type { Executor } from "#app/platform/database.server.ts";
import type { Progress } from "./journey.ts";

/** Whether the referrer of a booking has sent papers: `in-progress` while they are on their way by post only. */
export async function papersProgress(executor: Executor, bookingId: string): Promise<Progress> {
  const sent = await executor
    .selectFrom("documents")
    .select("id")
    .where("booking_id", "=", bookingId)
    .where("purpose", "=", "paper")
    .where("scan", "!=", "infected")
    .where("uploaded_by_kind", "in", ["visitor", "customer"])
    .limit(1)
    .executeTakeFirst();
  if (sent) return "complete";
  const byPost = await executor
    .selectFrom("papers_by_post")
    .select("kind")
    .where("booking_id", "=", bookingId)
    .limit(1)
    .executeTakeFirst();
  return byPost ? "in-progress" : "not-started";
}
