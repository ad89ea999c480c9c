import { recordAudit, type ActedByRequest, byVisitor } from "#app/features/audit/record-audit.server.ts";
import type { Deps } from "#app/deps.server.ts";
import { FIRST_PAGE } from "#app/kit/pages.ts";
import { pageOfQuery } from "#app/kit/pieces.server.ts";
import { transact, type Executor } from "#app/platform/database.server.ts";
import { sealedJsonColumn, type Secrets } from "#app/platform/secrets.server.ts";
import type { ComplaintRow } from "./tables.ts";
import { ACKNOWLEDGE_WITHIN_DAYS, type ComplaintDetails } from "./complaint-schema.ts";
import { enqueueMail } from "#app/features/outbox/enqueue-mail.server.ts";
import { hitRateLimit } from "#app/platform/rate-limit.server.ts";
import { RATE_LIMITS } from "#app/rate-limits.ts";

const sealedDetails = sealedJsonColumn<ComplaintDetails>("complaints", "details_sealed");

function decrypt(secrets: Secrets, { details_sealed, email_key: _, ...row }: ComplaintRow) {
  const lastDay = Date.parse(row.created_at) + ACKNOWLEDGE_WITHIN_DAYS * 86_400_000;
  return {
    ...row,
    details: sealedDetails.decrypt(secrets, row.id, details_sealed),
    /** UTC; the last day to acknowledge it. */
    acknowledgeBy: new Date(lastDay).toISOString(),
  };
}

type Complaint = ReturnType<typeof decrypt>;

type Read = { db: Executor; secrets: Secrets };

/** A page of all complaints, the open ones first, the newest first. */
export async function listComplaints(deps: Read, url = FIRST_PAGE) {
  const query = deps.db
    .selectFrom("complaints")
    .selectAll()
    .orderBy((eb) => eb.case().when("state", "=", "answered").then(1).else(0).end())
    .orderBy("created_at", "desc")
    .orderBy("id", "desc");
  const { rows, at } = await pageOfQuery(query, url, { name: "complaints" });
  return { at, shown: rows.map((row) => decrypt(deps.secrets, row)) };
}

export async function findComplaint(deps: Read, id: string): Promise<Complaint | null> {
  const row = await deps.db.selectFrom("complaints").selectAll().where("id", "=", id).executeTakeFirst();
  return row ? decrypt(deps.secrets, row) : null;
}

export async function complaintsOf(deps: Read, emailKey: string): Promise<Complaint[]> {
  const rows = await deps.db
    .selectFrom("complaints")
    .selectAll()
    .where("email_key", "=", emailKey)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  return rows.map((row) => decrypt(deps.secrets, row));
}

/** A complaint never moves back, not even from an old page. */
const EARLIER = { acknowledged: ["received"], answered: ["received", "acknowledged"] } as const;

export async function moveComplaint(
  deps: Deps,
  move: ActedByRequest & { id: string; state: keyof typeof EARLIER },
) {
  await transact(deps, async (inside) => {
    const moved = await inside.db
      .updateTable("complaints")
      .set({ state: move.state, updated_at: deps.clock.now().toISOString() })
      .where("id", "=", move.id)
      .where("state", "in", EARLIER[move.state])
      .executeTakeFirst();
    if (moved.numUpdatedRows === 0n) return;
    await recordAudit(inside, move, `complaint.${move.state}`, ["complaint", move.id], {
      changedFields: ["state"],
    });
  });
}

/** The same unread words from the same sender are one complaint for this long. */
const REPEAT_HOURS = 24;

async function findRepeated(trx: Executor, deps: Pick<Deps, "clock" | "secrets">, details: ComplaintDetails) {
  const since = new Date(deps.clock.now().getTime() - REPEAT_HOURS * 3_600_000).toISOString();
  const earlier = await complaintsOf({ db: trx, secrets: deps.secrets }, details.email.toLowerCase());
  const sent = JSON.stringify(details);
  return earlier.find(
    (one) => one.state === "received" && one.created_at > since && JSON.stringify(one.details) === sent,
  );
}

/** Stores a complaint, acknowledges it and shows it to Administrators. Returns its reference; that of the first when it
 * is sent again; null when one address sent too many. */
export async function submitComplaint(
  deps: Pick<Deps, "db" | "clock" | "ids" | "secrets" | "env" | "jobs" | "settings">,
  details: ComplaintDetails,
  { clientAddress, requestId }: { clientAddress: string; requestId: string },
): Promise<string | null> {
  const verdict = await hitRateLimit(deps, RATE_LIMITS.complaint, clientAddress);
  if (!verdict.isAllowed) return null;
  const id = deps.ids.uuid();
  const newReference = deps.ids.reference("DPC");
  const now = deps.clock.now().toISOString();
  const reference = await transact(deps, async (inside) => {
    const repeated = await findRepeated(inside.db, deps, details);
    if (repeated) return repeated.reference;
    await inside.db
      .insertInto("complaints")
      .values({
        id,
        reference: newReference,
        email_key: details.email.toLowerCase(),
        details_sealed: sealedDetails.encrypt(deps.secrets, id, details),
        state: "received",
        created_at: now,
        updated_at: now,
      })
      .execute();
    await enqueueMail(inside, {
      topic: "complaint-received",
      to: details.email,
      dedupeKey: `complaint-received:${id}`,
      payload: { reference: newReference },
    });
    await enqueueMail(inside, {
      topic: "complaint-notice",
      to: deps.settings.current().company.email,
      dedupeKey: `complaint-notice:${id}`,
      payload: { reference: newReference, path: `/admin/privacy/complaints/${id}` },
    });
    await recordAudit(inside, byVisitor(requestId), "complaint.received", ["complaint", id]);
    return newReference;
  });
  return reference;
}
