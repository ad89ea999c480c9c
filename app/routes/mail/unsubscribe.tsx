import { redirect } from "react-router";
import { requestScope } from "#app/context.ts";
import { bookingNotFoundPage } from "#app/features/booking/record/guards.server.ts";
import { findReminderChoice, stopReminders } from "#app/features/mail/stop-reminders.server.ts";
import { PostForm } from "#app/forms/post-form.tsx";
import { Button } from "#app/ui/button.tsx";
import { Page } from "#app/ui/page.tsx";
import { once } from "#app/platform/http/once.server.ts";
import type { Route } from "./+types/unsubscribe";

const tokenOf = (request: Request) => new URL(request.url).searchParams.get("token");

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { deps } = context.get(requestScope);
  const choice = await findReminderChoice(deps, params.bookingId, tokenOf(request));
  if (!choice) throw bookingNotFoundPage();
  return { reference: choice.reference, isStopped: choice.isStopped };
}

export const action = once(async ({ request, params, context }: Route.ActionArgs) => {
  const { deps, requestId } = context.get(requestScope);
  const { bookingId } = params;
  const token = tokenOf(request);
  const isDone = await stopReminders(deps, { bookingId, token, requestId });
  if (!isDone || !token) throw bookingNotFoundPage();
  return redirect(`/mail/unsubscribe/${bookingId}?token=${encodeURIComponent(token)}`, 303);
});

export default function Unsubscribe({ loaderData: { reference, isStopped } }: Route.ComponentProps) {
  if (isStopped) {
    return (
      <Page className="prose" title="No more reminders">
        <p role="status">
          We will send no more reminders about the referral forms of booking{" "}
          <strong className="inline-block">{reference}</strong>. Your booking stays as it is, and the links in
          our earlier emails still work.
        </p>
      </Page>
    );
  }
  return (
    <Page className="prose" title="Stop reminders">
      <p>
        Would you like no more reminders about the referral forms of booking{" "}
        <strong className="inline-block">{reference}</strong>?
      </p>
      <p>Your booking stays as it is. We will still write when something about it changes.</p>
      <PostForm className="actions">
        <Button>Stop reminders</Button>
      </PostForm>
    </Page>
  );
}
