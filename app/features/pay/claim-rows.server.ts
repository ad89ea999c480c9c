import { byIds, countRows, pageOfQuery } from "#app/kit/pieces.server.ts";
import type { Executor } from "#app/platform/database.server.ts";
import { sealedColumn, sealedJsonColumn, type Secrets } from "#app/platform/secrets.server.ts";
import type { ScanState } from "#app/features/documents/kinds.ts";
import type { ClaimDetails, ClaimState } from "./claims.ts";

export const sealedClaim = sealedJsonColumn<ClaimDetails>("pay_claims", "details_sealed");
export const sealedClaimReason = sealedColumn("pay_claims", "reason_sealed");

/** Approved claims by visit, in the order in which they were made. */
export async function approvedClaims(executor: Executor, visitIds: readonly string[]) {
  const rows = await byIds(visitIds, (piece) =>
    executor
      .selectFrom("pay_claims")
      .select(["id", "visit_id", "assessor_id", "kind", "tenths", "pence"])
      .where("visit_id", "in", piece)
      .where("state", "=", "approved")
      .orderBy("claimed_at")
      .orderBy("id")
      .execute(),
  );
  return new Map(
    [...Map.groupBy(rows, ({ visit_id }) => visit_id)].map(([visitId, own]) => [
      visitId,
      own.map(({ id, assessor_id, kind, tenths, pence }) => ({
        id,
        assessorId: assessor_id,
        kind,
        tenths,
        pence,
      })),
    ]),
  );
}

type Wanted = {
  visitId?: string;
  assessorId?: string;
  ids?: readonly string[];
  state?: ClaimState;
  /** Default: the newest first. */
  order?: "oldest-first";
};

type Read = { db: Executor; secrets: Secrets };

function claimsQuery({ db }: Read, { visitId, assessorId, ids, state, order }: Wanted) {
  const direction = order === "oldest-first" ? "asc" : "desc";
  return db
    .selectFrom("pay_claims")
    .innerJoin("visits", "visits.id", "pay_claims.visit_id")
    .innerJoin("bookings", "bookings.id", "visits.booking_id")
    .leftJoin("documents", "documents.id", "pay_claims.document_id")
    .selectAll("pay_claims")
    .select(["visits.day", "visits.booking_id", "bookings.reference", "documents.scan"])
    .$if(visitId !== undefined, (query) => query.where("pay_claims.visit_id", "=", visitId!))
    .$if(assessorId !== undefined, (query) => query.where("pay_claims.assessor_id", "=", assessorId!))
    .$if(ids !== undefined, (query) => query.where("pay_claims.id", "in", ids!))
    .$if(state !== undefined, (query) => query.where("pay_claims.state", "=", state!))
    .orderBy("pay_claims.claimed_at", direction)
    .orderBy("pay_claims.id", direction);
}

function toClaim(
  secrets: Secrets,
  row: Awaited<ReturnType<ReturnType<typeof claimsQuery>["execute"]>>[number],
) {
  return {
    id: row.id,
    visitId: row.visit_id,
    assessorId: row.assessor_id,
    bookingId: row.booking_id,
    kind: row.kind,
    tenths: row.tenths,
    pence: row.pence,
    state: row.state,
    day: row.day,
    reference: row.reference,
    claimedAt: row.claimed_at,
    receipt: row.document_id && row.scan ? { id: row.document_id, scan: row.scan satisfies ScanState } : null,
    details: row.details_sealed === null ? null : sealedClaim.decrypt(secrets, row.id, row.details_sealed),
    reason: row.reason_sealed === null ? "" : sealedClaimReason.decrypt(secrets, row.id, row.reason_sealed),
  };
}

export type Claim = ReturnType<typeof toClaim>;

/** Claims with their bookings and what they say. */
export async function listClaims(deps: Read, wanted: Wanted): Promise<Claim[]> {
  return (await claimsQuery(deps, wanted).execute()).map((row) => toClaim(deps.secrets, row));
}

/** A page of the claims that wait for a decision, the oldest first. */
export async function openClaims(deps: Read, url: URL) {
  const query = claimsQuery(deps, { state: "claimed", order: "oldest-first" });
  const { rows, at } = await pageOfQuery(query, url, { name: "claims", size: 25 });
  return { at, rows: rows.map((row) => toClaim(deps.secrets, row)) };
}

/** Tenths of the miles that were claimed for visits, and not refused; visits without any are missing. */
export async function claimedMiles(db: Executor, visitIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await byIds(visitIds, (piece) =>
    db
      .selectFrom("pay_claims")
      .select((eb) => ["visit_id", eb.fn.sum<number | string>("tenths").as("tenths")])
      .where("visit_id", "in", piece)
      .where("tenths", "is not", null)
      .where("state", "!=", "refused")
      .groupBy("visit_id")
      .execute(),
  );
  return new Map(rows.map(({ visit_id, tenths }) => [visit_id, Number(tenths)]));
}

/** The amounts of all claims that wait for a decision. */
export async function openAmounts({ db }: { db: Executor }) {
  return db
    .selectFrom("pay_claims")
    .select(["visit_id", "tenths", "pence"])
    .where("state", "=", "claimed")
    .execute();
}

/** How many wait for a decision. */
export const countOpenClaims = ({ db }: { db: Executor }) =>
  countRows(db.selectFrom("pay_claims").where("state", "=", "claimed"));
