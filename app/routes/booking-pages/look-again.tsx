import { redirect } from "react-router";
import { requestScope } from "#app/context.ts";
import { bookingNotFoundPage } from "#app/features/booking/record/guards.server.ts";
import { FOLLOW_UP_ANSWERS, type FollowUpAnswer } from "#app/features/follow-ups/follow-up-words.ts";
import { answerFollowUp, openFollowUp, reasonAgainst } from "#app/features/follow-ups/follow-ups.server.ts";
import { byIntent } from "#app/forms/intent.ts";
import { PostForm } from "#app/forms/post-form.tsx";
import { formatDate } from "#app/platform/dates.ts";
import { once } from "#app/platform/http/once.server.ts";
import { Button } from "#app/ui/button.tsx";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/look-again";

async function open({ request, params, context }: Route.LoaderArgs | Route.ActionArgs) {
  const { deps, requestId } = context.get(requestScope);
  const query = new URL(request.url).searchParams;
  const opened = await openFollowUp(deps, params.followUpId, query.get("token"));
  if (!opened) throw bookingNotFoundPage();
  return { deps, requestId, query, opened };
}

export async function loader(args: Route.LoaderArgs) {
  const { deps, query, opened } = await open(args);
  const { followUp, booking } = opened;
  const reason = await reasonAgainst(deps, booking, { ...followUp, state: "planned", reason: null });
  const isOver = followUp.state === "stopped" || (reason !== null && reason !== "late");
  const answers = (["not-needed", "later"] as const).filter(
    (answer) => !isOver && (answer === "later" || followUp.state !== "not-needed"),
  );
  const first = query.get("choose") === "later" ? answers.toReversed() : answers;
  return {
    reference: booking.reference,
    isOver,
    answers: followUp.state === "planned" ? first.filter((answer) => answer !== "later") : first,
    state: followUp.state,
    remindOn: formatDate(followUp.remind_on),
  };
}

export const action = once(async (args: Route.ActionArgs) => {
  const { deps, requestId, query, opened } = await open(args);
  const answerWith = (answer: FollowUpAnswer) => () => answerFollowUp(deps, opened, { answer, requestId });
  await byIntent(await args.request.formData(), {
    "not-needed": answerWith("not-needed"),
    later: answerWith("later"),
  });
  const token = encodeURIComponent(query.get("token") ?? "");
  return redirect(`/look-again/${opened.followUp.id}?token=${token}`, 303);
});

function Standing({ reference, isOver, state, remindOn }: Route.ComponentProps["loaderData"]) {
  const booking = <strong className="inline-block">{reference}</strong>;
  if (isOver)
    return (
      <p role="status">No reminder is planned about booking {booking}. Please call us if you need one.</p>
    );
  if (state === "not-needed") return <p role="status">We will not remind you about booking {booking}.</p>;
  if (state === "planned")
    return (
      <p role="status">
        We will remind you about booking {booking} on {remindOn}.
      </p>
    );
  return <p>You asked us to remind you about booking {booking}. What would you like?</p>;
}

export default function LookAgain({ loaderData }: Route.ComponentProps) {
  return (
    <Page className="prose" title="Reminder about your booking">
      <Standing {...loaderData} />
      {loaderData.answers.length > 0 ? (
        <PostForm className="actions">
          {loaderData.answers.map((answer, index) => (
            <Button key={answer} look={index === 0 ? "main" : "quiet"} intent={answer}>
              {FOLLOW_UP_ANSWERS[answer]}
            </Button>
          ))}
        </PostForm>
      ) : null}
    </Page>
  );
}
