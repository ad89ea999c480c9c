import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import type { Deps } from "#app/deps.server.ts";
import { enqueueMail } from "#app/features/mail/enqueue-mail.server.ts";
import type { ComplaintDetails } from "./complaint-schema.ts";
import { sealComplaint } from "./complaints.server.ts";

/** Takes a data-protection complaint; it is acknowledged to its sender and shown to Administrators. Returns its reference. */
export async function submitComplaint(
  deps: Pick<Deps, "db" | "clock" | "ids" | "secrets" | "env" | "jobs">,
  details: ComplaintDetails,
  requestId: string,
): Promise<string> {
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
    const topic = "complaint-received";
    const payload = { reference };
    const keys = { topic, payload } as const;
    await enqueueMail(trx, deps, { ...keys, to: details.email, dedupeKey: `${topic}:${id}:sender` });
    await enqueueMail(trx, deps, {
      topic: "complaint-notice",
      payload: { reference, url: `${deps.env.APP_ORIGIN}/admin/privacy/complaints/${id}` },
      to: deps.env.CONTACT_EMAIL,
      dedupeKey: `complaint-notice:${id}`,
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
