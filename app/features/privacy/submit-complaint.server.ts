import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import type { Deps } from "#app/deps.server.ts";
import { enqueueMail } from "#app/features/mail/enqueue-mail.server.ts";
import { hitRateLimit } from "#app/platform/rate-limit.server.ts";
import type { ComplaintDetails } from "./complaint-schema.ts";
import { sealComplaint } from "./complaints.server.ts";

type By = {
  /** Whose complaints are limited. */
  clientAddress: string;
  requestId: string;
};

/**
 * Takes a data-protection complaint; it is acknowledged to its sender and shown to Administrators. Returns its
 * reference, or null when there were too many from one address (`RATE_LIMITS.complaint`).
 */
export async function submitComplaint(
  deps: Pick<Deps, "db" | "clock" | "ids" | "secrets" | "env" | "jobs">,
  details: ComplaintDetails,
  { clientAddress, requestId }: By,
): Promise<string | null> {
  const verdict = await hitRateLimit(deps, "complaint", clientAddress);
  if (!verdict.isAllowed) return null;
  const id = deps.ids.uuid();
  const reference = deps.ids.reference().replace(/^MCA/, "DPC");
  const now = deps.clock.now().toISOString();
  await deps.db.transaction().execute(async (trx) => {
    await trx
      .insertInto("complaints")
      .values({
        id,
        reference,
        email_key: details.email.toLowerCase(),
        details_sealed: sealComplaint(deps.secrets, id, details),
        state: "received",
        created_at: now,
        updated_at: now,
      })
      .execute();
    await enqueueMail(trx, deps, {
      topic: "complaint-received",
      to: details.email,
      dedupeKey: `complaint-received:${id}`,
      payload: { reference },
    });
    await enqueueMail(trx, deps, {
      topic: "complaint-notice",
      to: deps.env.CONTACT_EMAIL,
      dedupeKey: `complaint-notice:${id}`,
      payload: { reference, url: `${deps.env.APP_ORIGIN}/admin/privacy/complaints/${id}` },
    });
    await recordAudit(trx, deps, {
      actor: { kind: "visitor", id: null },
      action: "complaint.received",
      subject: { kind: "complaint", id },
      requestId,
    });
  });
  deps.jobs.wake();
  return reference;
}
