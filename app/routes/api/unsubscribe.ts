import { redirect } from "react-router";
import { requestScope } from "#app/context.ts";
import { stopReminders } from "#app/features/mail/stop-reminders.server.ts";
import type { Route } from "./+types/unsubscribe";

/** The one-click address of RFC 8058: mail programs post to it; a person who opens it gets the page with the button. */
export async function loader({ request, params }: Route.LoaderArgs) {
  return redirect(`/mail/unsubscribe/${params.bookingId}${new URL(request.url).search}`);
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const { deps, requestId } = context.get(requestScope);
  const token = new URL(request.url).searchParams.get("token");
  const isDone = await stopReminders(deps, { bookingId: params.bookingId, token, requestId });
  const message = isDone ? "No more reminders will be sent." : "There is no such booking.";
  return Response.json({ message, requestId }, { status: isDone ? 200 : 404 });
}
