import type { Deps } from "#app/deps.server.ts";
import type { ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import { findAssessor, sealedProposal } from "./assessors.server.ts";
import { mailAnswer, NO_PROPOSAL } from "./proposal-answer.server.ts";
import { changesOf, isEmpty, namesOf, type Registration } from "./proposal.ts";
import { saveAssessor, saveProfile, type SaveOutcome } from "./save-assessor.server.ts";

/** `gone`: no proposal waits, because it was answered or taken back. */
export type ProposalOutcome = SaveOutcome | "gone" | "withdrawn";

/** Proposes an assessor's own changes to staff, in place of an earlier proposal. One that changes nothing
 * takes it back. */
export async function proposeChanges(
  deps: Deps,
  userId: string,
  { version, ...wanted }: Registration & { version: number },
  by: ActedByRequest,
): Promise<ProposalOutcome> {
  const assessor = await findAssessor(deps, userId);
  if (!assessor) return "not-found";
  const changes = changesOf(assessor, wanted);
  if (isEmpty(changes) && assessor.proposed) return withdrawProposal(deps, userId, version, by);
  const pending = { ...assessor, ...assessor.proposed?.changes };
  if (isEmpty(changesOf(pending, wanted))) return "unchanged";
  const proposal_sealed = sealedProposal.encrypt(deps.secrets, userId, changes);
  return saveAssessor(deps, userId, version, by, {
    columns: { proposal_sealed, proposed_at: deps.clock.now().toISOString() },
    action: "assessor.changes-proposed",
    fields: namesOf(changes),
  });
}

/** Takes an assessor's own proposal back. */
export async function withdrawProposal(
  deps: Deps,
  userId: string,
  version: number,
  by: ActedByRequest,
): Promise<ProposalOutcome> {
  const proposed = (await findAssessor(deps, userId))?.proposed;
  if (!proposed) return "gone";
  const outcome = await saveAssessor(deps, userId, version, by, {
    columns: NO_PROPOSAL,
    action: "assessor.changes-withdrawn",
    fields: namesOf(proposed.changes),
  });
  return outcome === "saved" ? "withdrawn" : outcome;
}

type Answer = { intent: "confirm" | "refuse"; note: string; version: number };

/** Answers the proposal that staff saw: confirmed, its values are saved; refused, the old ones stay. */
export async function answerProposal(
  deps: Deps,
  userId: string,
  { intent, note, version }: Answer,
  by: ActedByRequest,
): Promise<ProposalOutcome> {
  const assessor = await findAssessor(deps, userId);
  if (!assessor) return "not-found";
  const { proposed } = assessor;
  if (!proposed) return "gone";
  if (intent === "confirm") return saveProfile(deps, userId, { ...proposed.changes, version }, by, note);
  return saveAssessor(deps, userId, version, by, {
    columns: NO_PROPOSAL,
    action: "assessor.changes-refused",
    fields: namesOf(proposed.changes),
    andThen: (trx) => mailAnswer(trx, deps, assessor, "proposal-refused", note),
  });
}
