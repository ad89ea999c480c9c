import type { Deps } from "#app/deps.server.ts";
import { isEqualSecret } from "#app/platform/secrets.server.ts";
import { deliveryOf, type PostmarkEvent } from "./postmark-events.ts";

/** True when the request carries the user name and password of `POSTMARK_WEBHOOK_AUTH`. */
export function isPostmark(deps: Pick<Deps, "env">, request: Request): boolean {
  const expected = deps.env.POSTMARK_WEBHOOK_AUTH;
  const sent = /^Basic ([A-Za-z0-9+/=]{1,400})$/i.exec(request.headers.get("Authorization") ?? "")?.[1];
  if (!expected || !sent) return false;
  return isEqualSecret(Buffer.from(sent, "base64").toString("utf8"), expected);
}

/** Records Postmark's report on a mail, found by the outbox id that was sent along. Repeated and unknown reports change
 * nothing; a delivery never replaces a bounce or complaint. */
export async function recordDelivery(deps: Pick<Deps, "db" | "clock">, event: PostmarkEvent): Promise<void> {
  const report = deliveryOf(event);
  const outboxId = event.Metadata?.["outbox-id"];
  if (!report || (!outboxId && !event.MessageID)) return;
  await deps.db
    .updateTable("outbox")
    .set({
      delivery: report.delivery,
      delivery_at: deps.clock.now().toISOString(),
      ...(report.words ? { last_error: report.words } : {}),
    })
    .where("kind", "=", "mail")
    .where((eb) => (outboxId ? eb("id", "=", outboxId) : eb("vendor_id", "=", event.MessageID!)))
    .$if(report.delivery === "delivered", (query) => query.where("delivery", "is", null))
    .execute();
}
