import { requestScope } from "#app/context.ts";
import { ApiError } from "#app/features/api/errors.ts";
import { apiRoute, serveOther } from "#app/features/api/serve.server.ts";
import { readCardPageNow } from "#app/features/billing/card/card-pages.server.ts";
import { readReturns } from "#app/features/billing/card/returns.server.ts";
import { ForgedEvent } from "#app/integrations/card-payments/card-pages.ts";

/** Signed events of Stripe, which itself says what was paid: an event that comes twice, late or in another order
 * changes nothing. */
export const loader = apiRoute(
  serveOther("POST", async ({ request, context }) => {
    const { deps, requestId } = context.get(requestScope);
    if (!deps.cardPages) throw new ApiError(401, "Please sign in.");
    const body = await request.text();
    const about = await deps.cardPages
      .readEvent(body, request.headers.get("Stripe-Signature"))
      .catch((error: unknown) => {
        if (error instanceof ForgedEvent) throw new ApiError(401, "Please sign in.");
        throw error;
      });
    if (about && "pageId" in about) await readCardPageNow(deps, about.pageId);
    else if (about) await readReturns(deps, about);
    return Response.json({ message: "Thank you.", requestId });
  }),
);
export const action = loader;
