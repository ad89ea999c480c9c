import { byVisitor, recordAudit } from "#app/features/audit/record-audit.server.ts";
import { enqueueMailOrNone } from "#app/features/outbox/enqueue-mail.server.ts";
import type { Deps } from "#app/deps.server.ts";
import { hitRateLimit } from "#app/platform/rate-limit.server.ts";
import { RATE_LIMITS } from "#app/rate-limits.ts";
import { isReferrerLetIn } from "#app/features/organisations/record/membership.server.ts";
import { transact } from "#app/platform/database.server.ts";

const MAX_LINKS = 5;

/** Mails an address the links of its bookings, each once an hour. The same answer and work for any address. */
export async function resendLostLinks(
  deps: Deps,
  request: { email: string; clientAddress: string; requestId: string },
): Promise<{ ok: true } | { ok: false; retryAfterSeconds: number }> {
  const verdict = await hitRateLimit(deps, RATE_LIMITS.lostLink, request.clientAddress);
  if (!verdict.isAllowed) return { ok: false, retryAfterSeconds: verdict.retryAfterSeconds };

  const emailKey = request.email.trim().toLowerCase();
  const hour = deps.clock.now().toISOString().slice(0, 13);
  await transact(deps, async (inside) => {
    const addressed = ["address", deps.secrets.hash(emailKey, "lost-link")] as const;
    await recordAudit(inside, byVisitor(request.requestId), "booking.links-requested", addressed);
    const bookings = await inside.db
      .selectFrom("bookings")
      .select(["id", "referrer_email"])
      .where("referrer_email_key", "=", emailKey)
      .where(isReferrerLetIn)
      .orderBy("created_at", "desc")
      .limit(MAX_LINKS)
      .execute();
    for (let number = 0; number < MAX_LINKS; number += 1) {
      const booking = bookings[number];
      await enqueueMailOrNone(
        inside,
        booking
          ? {
              topic: "access-link",
              to: booking.referrer_email,
              bookingId: booking.id,
              dedupeKey: `access-link:${booking.id}:${hour}`,
              payload: {},
            }
          : null,
      );
    }
  });
  return { ok: true };
}
