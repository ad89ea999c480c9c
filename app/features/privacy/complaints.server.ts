import { recordAudit, type Author } from "#app/features/audit/record-audit.server.ts";
import type { Deps } from "#app/deps.server.ts";
import type { Executor } from "#app/platform/database.server.ts";
import { sealedJsonColumn, type Secrets } from "#app/platform/secrets.server.ts";
import type { ComplaintRow } from "./tables.ts";
import { ACKNOWLEDGE_WITHIN_DAYS, type ComplaintDetails } from "./complaint-schema.ts";

const sealedDetails = sealedJsonColumn<ComplaintDetails>("complaints", "details_sealed");

export function sealComplaint(secrets: Secrets, id: string, details: ComplaintDetails): string {
  return sealedDetails.encrypt(secrets, id, details);
}

export type Complaint = Omit<ComplaintRow, "details_sealed" | "email_key"> & {
  details: ComplaintDetails;
  /** UTC; the last day to acknowledge it. */
  acknowledgeBy: string;
};

function decrypt(secrets: Secrets, { details_sealed, email_key: _, ...row }: ComplaintRow): Complaint {
  const lastDay = Date.parse(row.created_at) + ACKNOWLEDGE_WITHIN_DAYS * 86_400_000;
  return {
    ...row,
    details: sealedDetails.decrypt(secrets, row.id, details_sealed),
    acknowledgeBy: new Date(lastDay).toISOString(),
  };
}

type Read = { db: Executor; secrets: Secrets };

export async function listComplaints(deps: Read, limit = 200): Promise<Complaint[]> {
  const rows = await deps.db
    .selectFrom("complaints")
    .selectAll()
    .orderBy("created_at", "desc")
    .limit(limit)
    .execute();
  const complaints = rows.map((row) => decrypt(deps.secrets, row));
  return [
    ...complaints.filter((one) => one.state !== "answered"),
    ...complaints.filter((one) => one.state === "answered"),
  ];
}

export async function findComplaint(deps: Read, id: string): Promise<Complaint | null> {
  const row = await deps.db.selectFrom("complaints").selectAll().where("id", "=", id).executeTakeFirst();
  return row ? decrypt(deps.secrets, row) : null;
}

export async function complaintsOf(deps: Read, emailKey: string): Promise<Complaint[]> {
  const rows = await deps.db.selectFrom("complaints").selectAll().where("email_key", "=", emailKey).execute();
  return rows.map((row) => decrypt(deps.secrets, row));
}

/** A complaint never moves back, not even from an old page. */
const EARLIER = {
  acknowledged: ["received"],
  answered: ["received", "acknowledged"],
} as const;

/** Records that a complaint was acknowledged or answered, unless it was already. */
export async function moveComplaint(
  deps: Pick<Deps, "db" | "clock" | "ids">,
  move: Author & { id: string; state: keyof typeof EARLIER },
): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const moved = await trx
      .updateTable("complaints")
      .set({ state: move.state, updated_at: deps.clock.now().toISOString() })
      .where("id", "=", move.id)
      .where("state", "in", EARLIER[move.state])
      .executeTakeFirst();
    if (moved.numUpdatedRows === 0n) return;
    await recordAudit(trx, deps, move, `complaint.${move.state}`, ["complaint", move.id], {
      changedFields: ["state"],
    });
  });
}
