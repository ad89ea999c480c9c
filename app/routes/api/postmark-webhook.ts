import { requestScope } from "#app/context.ts";
import { PostmarkEvent } from "#app/features/mail/postmark-events.ts";
import { isPostmark, recordDelivery } from "#app/features/mail/record-delivery.server.ts";
import type { Route } from "./+types/postmark-webhook";

/** Bounces, complaints and deliveries as Postmark reports them, with the credentials of `POSTMARK_WEBHOOK_AUTH`. */
export async function action({ request, context }: Route.ActionArgs) {
  const { deps, requestId } = context.get(requestScope);
  const answer = (status: number, message: string, headers?: HeadersInit) =>
    Response.json({ message, requestId }, { status, headers });
  if (!isPostmark(deps, request)) {
    return answer(401, "Please sign in.", { "WWW-Authenticate": 'Basic realm="Postmark webhook"' });
  }
  const event = PostmarkEvent.safeParse(await request.json().catch(() => null));
  if (!event.success) return answer(400, "This is not a Postmark event.");
  await recordDelivery(deps, event.data);
  return answer(200, "Thank you.");
}
