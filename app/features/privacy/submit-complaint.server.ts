import { byVisitor, recordAudit } from "#app/features/audit/record-audit.server.ts";
import type { Deps } from "#app/deps.server.ts";
import { enqueueMail } from "#app/features/mail-queue/enqueue-mail.server.ts";
import type { Executor } from "#app/platform/database.server.ts";
import { hitRateLimit } from "#app/platform/rate-limit.server.ts";
import { RATE_LIMITS } from "#app/rate-limits.ts";
import type { ComplaintDetails } from "./complaint-schema.ts";
import { complaintsOf, sealComplaint, type Complaint } from "./complaints.server.ts";

type By = {
  clientAddress: string;
  requestId: string;
};

/** The same unread words from the same sender are one complaint for this long. */
const REPEAT_HOURS = 24;

async function findRepeated(
  trx: Executor,
  deps: Pick<Deps, "clock" | "secrets">,
  details: ComplaintDetails,
): Promise<Complaint | undefined> {
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
  { clientAddress, requestId }: By,
): Promise<string | null> {
  const verdict = await hitRateLimit(deps, RATE_LIMITS.complaint, clientAddress);
  if (!verdict.isAllowed) return null;
  const id = deps.ids.uuid();
  const newReference = deps.ids.reference().replace(/^MCA/, "DPC");
  const now = deps.clock.now().toISOString();
  const reference = await deps.db.transaction().execute(async (trx) => {
    const repeated = await findRepeated(trx, deps, details);
    if (repeated) return repeated.reference;
    await trx
      .insertInto("complaints")
      .values({
        id,
        reference: newReference,
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
      payload: { reference: newReference },
    });
    await enqueueMail(trx, deps, {
      topic: "complaint-notice",
      to: deps.settings.current().company.email,
      dedupeKey: `complaint-notice:${id}`,
      payload: { reference: newReference, url: `${deps.env.APP_ORIGIN}/admin/privacy/complaints/${id}` },
    });
    await recordAudit(trx, deps, byVisitor(requestId), "complaint.received", ["complaint", id]);
    return newReference;
  });
  deps.jobs.wake();
  return reference;
}
