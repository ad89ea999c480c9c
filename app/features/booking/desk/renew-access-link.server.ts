import { recordAudit, type Actor } from "#app/features/audit/record-audit.server.ts";
import { enqueueMail } from "#app/features/mail/enqueue-mail.server.ts";
import type { Deps } from "#app/deps.server.ts";

export type LinkRenewal = {
  bookingId: string;
  /** Makes every link sent so far useless: for a link that reached the wrong person. */
  isOldLinkRevoked: boolean;
  actor: Actor;
  requestId: string;
};

/** Mails the referrer a fresh link to their booking, to the address on record. False when there is no such booking. */
export async function renewAccessLink(
  deps: Pick<Deps, "db" | "clock" | "ids" | "secrets" | "jobs">,
  renewal: LinkRenewal,
): Promise<boolean> {
  const isFound = await deps.db.transaction().execute(async (trx) => {
    const booking = await trx
      .selectFrom("bookings")
      .select(["id", "referrer_email", "token_version", "version"])
      .where("id", "=", renewal.bookingId)
      .executeTakeFirst();
    if (!booking) return false;
    if (renewal.isOldLinkRevoked) {
      await trx
        .updateTable("bookings")
        .set({
          token_version: booking.token_version + 1,
          version: booking.version + 1,
          updated_at: deps.clock.now().toISOString(),
        })
        .where("id", "=", booking.id)
        .execute();
    }
    await recordAudit(trx, deps, {
      actor: renewal.actor,
      action: renewal.isOldLinkRevoked ? "booking.link-replaced" : "booking.link-sent",
      subject: { kind: "booking", id: booking.id },
      changedFields: renewal.isOldLinkRevoked ? ["accessLink"] : [],
      requestId: renewal.requestId,
    });
    await enqueueMail(trx, deps, {
      topic: "access-link",
      to: booking.referrer_email,
      bookingId: booking.id,
      dedupeKey: `access-link:${deps.ids.uuid()}`,
      payload: {},
    });
    return true;
  });
  if (isFound) deps.jobs.wake();
  return isFound;
}
