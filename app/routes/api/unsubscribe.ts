import { redirect } from "react-router";
import { requestScope } from "#app/context.ts";
import { bookingNotFound } from "#app/features/api/errors.ts";
import { apiRoute, serveOther } from "#app/features/api/serve.server.ts";
import { stopReminders } from "#app/features/mail/stop-reminders.server.ts";

/** The one-click address of RFC 8058, to which mail programs post. */
export const loader = apiRoute(
  serveOther("GET", async ({ request, params }) =>
    redirect(`/mail/unsubscribe/${encodeURIComponent(params.bookingId!)}${new URL(request.url).search}`),
  ),
  serveOther("POST", async ({ request, params, context }) => {
    const { deps, requestId } = context.get(requestScope);
    const token = new URL(request.url).searchParams.get("token");
    const isDone = await stopReminders(deps, { bookingId: params.bookingId!, token, requestId });
    if (!isDone) throw bookingNotFound();
    return Response.json({ message: "No more reminders will be sent.", requestId });
  }),
);
export const action = loader;
