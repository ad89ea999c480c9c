import { requestScope } from "#app/context.ts";
import { ApiError } from "#app/features/api/errors.ts";
import { apiRoute, serveOther } from "#app/features/api/serve.server.ts";
import { receiveTextNews } from "#app/features/texts/receive-texts.server.ts";

/** Signed posts of Twilio: how a text fared, and what somebody wrote back. */
export const loader = apiRoute(
  serveOther("POST", async ({ request, context }) => {
    const { deps, requestId } = context.get(requestScope);
    const { pathname, search } = new URL(request.url);
    const form = new URLSearchParams(await request.text());
    const signature = request.headers.get("X-Twilio-Signature");
    const news = deps.textSender?.read(`${pathname}${search}`, form, signature);
    if (!news) throw new ApiError(403, "This is not signed by Twilio.");
    await receiveTextNews(deps, news, requestId);
    // Twilio sends nothing back to the phone.
    return new Response("<Response/>", { headers: { "Content-Type": "text/xml" } });
  }),
);
export const action = loader;
