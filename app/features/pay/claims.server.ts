import type { Deps } from "#app/deps.server.ts";
import { assessorsById } from "#app/features/assessors/assessors.server.ts";
import { recordAudit, type ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import {
  changeBooking,
  DONE,
  refused,
  type Inside,
  type KeptNow,
  type Result,
} from "#app/features/booking/record/change-booking.server.ts";
import type { FileProblem } from "#app/features/documents/file-problems.ts";
import { storeDocument } from "#app/features/documents/store-document.server.ts";
import { enqueueMails } from "#app/features/outbox/enqueue-mail.server.ts";
import { findAssessorVisit } from "#app/features/visits/record/assessors-visit.server.ts";
import { outcomesOf } from "#app/features/visits/record/visit-records.server.ts";
import { countRows } from "#app/kit/pieces.server.ts";
import type { Executor } from "#app/platform/database.server.ts";
import { sealedClaim, sealedClaimReason } from "./claim-rows.server.ts";
import { CLAIM_KINDS, type ClaimDetails, type ClaimKind } from "./claims.ts";
import { visitFee } from "./facts.server.ts";
import { claimKey } from "./lines.ts";

/** Claims of one assessor for one visit. */
const MAX_CLAIMS = 20;

export type ClaimProblem =
  | KeptNow
  | FileProblem
  | ("no-outcome" | "no-rate" | "full-claims" | "same-receipt" | "again");

type Amounts =
  | { kind: "miles"; tenths: number; pence: null }
  | { kind: Exclude<ClaimKind, "miles">; tenths: null; pence: number };

type NewClaim = Amounts & {
  visitId: string;
  details: ClaimDetails;
  /** The same key makes one claim. */
  requestKey: string | null;
  /** The assessor was asked, and claims it beside the one that is there. */
  isAnother?: boolean;
};

type Claiming = { by: ActedByRequest; claim: NewClaim };

/** Why the assessor cannot claim now; null when they can. Null visits are those of `findAssessorVisit`. */
async function whyNot(inside: Deps, { by, claim }: Claiming): Promise<ClaimProblem | null> {
  if (!(await findAssessorVisit(inside, claim.visitId, by.actor.id))) return "not-found";
  if (!(await outcomesOf(inside, [claim.visitId])).has(claim.visitId)) return "no-outcome";
  const milePence = (await visitFee(inside, claim.visitId))?.milePence ?? null;
  if (claim.kind === "miles" && milePence === null) return "no-rate";
  const own = inside.db
    .selectFrom("pay_claims")
    .where("visit_id", "=", claim.visitId)
    .where("assessor_id", "=", by.actor.id!);
  if ((await countRows(own)) >= MAX_CLAIMS) return "full-claims";
  // Miles for the visit, or the same expense, that nobody has refused.
  const same = own
    .where("kind", "=", claim.kind)
    .where("state", "!=", "refused")
    .$if(claim.pence !== null, (query) => query.where("pence", "=", claim.pence));
  return !claim.isAnother && (await countRows(same)) > 0 ? "again" : null;
}

const isClaimed = async ({ db }: { db: Executor }, key: string | null) =>
  key !== null && (await countRows(db.selectFrom("pay_claims").where("request_key", "=", key))) > 0;

async function insertClaim(
  inside: Inside,
  bookingId: string,
  { by, claim }: Claiming,
  documentId: string | null,
) {
  const id = inside.ids.uuid();
  await inside.db
    .insertInto("pay_claims")
    .values({
      id,
      visit_id: claim.visitId,
      assessor_id: by.actor.id!,
      kind: claim.kind,
      tenths: claim.tenths,
      pence: claim.pence,
      document_id: documentId,
      request_key: claim.requestKey,
      state: "claimed",
      details_sealed: sealedClaim.encrypt(inside.secrets, id, claim.details),
      claimed_at: inside.clock.now().toISOString(),
      reason_sealed: null,
      decided_by: null,
      decided_at: null,
    })
    .execute();
  await recordAudit(inside, by, "pay.claimed", ["booking", bookingId], { note: CLAIM_KINDS[claim.kind] });
}

/** Claims miles, or an expense without a receipt, for a visit of the assessor whose outcome is recorded. */
export async function addClaim(deps: Deps, claiming: Claiming): Promise<Result<ClaimProblem>> {
  const own = await findAssessorVisit(deps, claiming.claim.visitId, claiming.by.actor.id);
  if (!own) return refused("not-found");
  const bookingId = own.booking.id;
  return changeBooking(deps, { bookingId, by: claiming.by }, async (inside) => {
    if (await isClaimed(inside, claiming.claim.requestKey)) return DONE;
    const problem = await whyNot(inside, claiming);
    if (problem) return refused(problem);
    await insertClaim(inside, bookingId, claiming, null);
    return DONE;
  });
}

class NotClaimed extends Error {
  override name = "NotClaimed";
  readonly problem: ClaimProblem;
  constructor(problem: ClaimProblem) {
    super(problem);
    this.problem = problem;
  }
}

type Receipt = { name: string; content: AsyncIterable<Uint8Array> };

/** Claims an expense with its receipt, which is sealed and checked as every document is. One receipt is for one
 * claim. */
export async function addClaimWithReceipt(
  deps: Deps,
  { receipt, ...claiming }: Claiming & { receipt: Receipt },
): Promise<Result<ClaimProblem>> {
  const { by, claim } = claiming;
  const own = await findAssessorVisit(deps, claim.visitId, by.actor.id);
  if (!own) return refused("not-found");
  const bookingId = own.booking.id;
  const stored = await storeDocument(deps, {
    bookingId,
    purpose: "receipt",
    kind: "other",
    visibleTo: "staff-only",
    by,
    ...receipt,
    also: async (inside, documentId) => {
      const problem = await whyNot(inside, claiming);
      if (problem) throw new NotClaimed(problem);
      await insertClaim(inside, bookingId, claiming, documentId);
    },
  }).catch((error: unknown) => {
    if (error instanceof NotClaimed) return refused(error.problem);
    throw error;
  });
  if (!stored.ok) {
    // The receipt was found to have a virus before its sender had an answer: nothing was claimed.
    if (stored.problem === "virus" && claim.requestKey !== null)
      await deps.db.deleteFrom("pay_claims").where("request_key", "=", claim.requestKey).execute();
    return stored;
  }
  const isOther = stored.already && !(await isClaimed(deps, claim.requestKey));
  return isOther ? refused("same-receipt") : DONE;
}

type Chosen = { by: ActedByRequest; claimId: string };

/** Takes a claim of the assessor back that nobody has decided, with its receipt. Harmless to repeat. */
export async function withdrawClaim(deps: Deps, { by, claimId, visitId }: Chosen & { visitId: string }) {
  const own = await findAssessorVisit(deps, visitId, by.actor.id);
  if (!own) return refused("not-found");
  const bookingId = own.booking.id;
  return changeBooking(deps, { bookingId, by }, async (inside): Promise<Result<"decided">> => {
    const claim = await inside.db
      .selectFrom("pay_claims")
      .select(["document_id", "kind", "state"])
      .where("id", "=", claimId)
      .where("visit_id", "=", visitId)
      .where("assessor_id", "=", by.actor.id!)
      .executeTakeFirst();
    if (!claim) return DONE;
    if (claim.state !== "claimed") return refused("decided");
    await inside.db.deleteFrom("pay_claims").where("id", "=", claimId).execute();
    // The sealed file, which no key opens any more, is left to the nightly clean-up.
    await inside.db
      .deleteFrom("documents")
      .where("id", "=", claim.document_id ?? "")
      .execute();
    await recordAudit(inside, by, "pay.claim-withdrawn", ["booking", bookingId], {
      note: CLAIM_KINDS[claim.kind],
    });
    return DONE;
  });
}

export type Decision = "approve" | "refuse" | "reopen";

const DECIDED = {
  approve: { from: "claimed", to: "approved", action: "pay.claim-approved" },
  refuse: { from: "claimed", to: "refused", action: "pay.claim-refused" },
  reopen: { from: "approved", to: "claimed", action: "pay.claim-reopened" },
} as const;

/** Approves or refuses a claim, or takes an approval back before a statement has it. The assessor is told of a
 * refusal. A decision that was made before stays. */
export async function decideClaim(
  deps: Deps,
  { by, claimId, decision, reason }: Chosen & { decision: Decision; reason: string },
): Promise<Result<KeptNow | "decided" | "closed">> {
  const found = await deps.db
    .selectFrom("pay_claims")
    .innerJoin("visits", "visits.id", "pay_claims.visit_id")
    .select(["visits.booking_id", "visits.id as visitId", "pay_claims.assessor_id", "pay_claims.kind"])
    .where("pay_claims.id", "=", claimId)
    .executeTakeFirst();
  if (!found) return refused("not-found");
  const { booking_id: bookingId, visitId, assessor_id: assessorId } = found;
  const { from, to, action } = DECIDED[decision];
  return changeBooking(deps, { bookingId, by }, async (inside): Promise<Result<"decided" | "closed">> => {
    const trx = inside.db;
    const closed = trx
      .selectFrom("pay_lines")
      .select("id")
      .where("line_key", "=", claimKey({ id: claimId, assessorId }, visitId));
    if (decision === "reopen" && (await closed.executeTakeFirst())) return refused("closed");
    const changed = await trx
      .updateTable("pay_claims")
      .set({
        state: to,
        reason_sealed: to === "refused" ? sealedClaimReason.encrypt(deps.secrets, claimId, reason) : null,
        decided_by: to === "claimed" ? null : by.actor.id,
        decided_at: to === "claimed" ? null : deps.clock.now().toISOString(),
      })
      .where("id", "=", claimId)
      .where("state", "=", from)
      .executeTakeFirst();
    if (changed.numUpdatedRows === 0n) {
      const now = trx.selectFrom("pay_claims").select("state").where("id", "=", claimId);
      return (await now.executeTakeFirst())?.state === to ? DONE : refused("decided");
    }
    await recordAudit(inside, by, action, ["booking", bookingId], { note: CLAIM_KINDS[found.kind] });
    if (to === "refused") await tellOfAnswer(inside, { assessorId, key: claimId });
    return DONE;
  });
}

/** Queues the mail that says that the office answered about pay. */
export async function tellOfAnswer(inside: Inside, { assessorId, key }: { assessorId: string; key: string }) {
  const assessor = (await assessorsById(inside, [assessorId])).get(assessorId);
  if (!assessor?.isActive) return;
  await enqueueMails(inside, [
    {
      topic: "pay-answered",
      to: assessor.email,
      dedupeKey: `pay-answered:${key}`,
      payload: { path: "/assessor/pay" },
    },
  ]);
}
