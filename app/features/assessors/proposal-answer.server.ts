import type { Deps } from "#app/deps.server.ts";
import { enqueueMail } from "#app/features/outbox/enqueue-mail.server.ts";
import type { Assessor } from "./assessors.server.ts";
import { labelsOf } from "./proposal.ts";

/** Columns of an assessor without a proposal. */
export const NO_PROPOSAL = { proposal_sealed: null, proposed_at: null };

/** Queues the mail that tells an assessor how staff answered the proposal. A deactivated one gets none. */
export async function mailAnswer(
  deps: Deps,
  { id, email, isActive, version, proposed }: Assessor,
  topic: "proposal-confirmed" | "proposal-refused",
  note: string,
): Promise<void> {
  if (!isActive || !proposed) return;
  const payload = { changes: labelsOf(proposed.changes), note, path: "/assessor/profile" };
  await enqueueMail(deps, { topic, to: email, dedupeKey: `${topic}:${id}:${version}`, payload });
}
