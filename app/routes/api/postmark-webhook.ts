import { requestScope } from "#app/context.ts";
import { ApiError } from "#app/features/api/errors.ts";
import { apiRoute, serveOther } from "#app/features/api/serve.server.ts";
import { isPostmark, PostmarkEvent, recordDelivery } from "#app/features/mail/record-delivery.server.ts";

/** Bounces, complaints and deliveries, with the credentials of `POSTMARK_WEBHOOK_AUTH`. */
export const loader = apiRoute(
  serveOther("POST", async ({ request, context }) => {
    const { deps, requestId } = context.get(requestScope);
    if (!isPostmark(deps, request)) {
      const headers = { "WWW-Authenticate": 'Basic realm="Postmark webhook"' };
      throw new ApiError(401, "Please sign in.", { headers });
    }
    const event = PostmarkEvent.safeParse(await request.json().catch(() => null));
    if (!event.success) throw new ApiError(400, "This is not a Postmark event.");
    await recordDelivery(deps, event.data);
    return Response.json({ message: "Thank you.", requestId });
  }),
);
export const action = loader;
