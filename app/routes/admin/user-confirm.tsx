import { data } from "react-router";
import { requireAdministrator } from "#app/features/accounts/sign-in/guards.server.ts";
import { findUser } from "#app/features/accounts/session/queries.server.ts";
import { NamedVisits } from "#app/features/assessors/named-visits.tsx";
import { visitsOfLeaver } from "#app/features/visits/plan/ask-first.server.ts";
import { PostForm } from "#app/forms/post-form.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/user-confirm";

const QUESTIONS = {
  deactivate: {
    intent: "deactivate",
    heading: "Deactivate this user?",
    text: "They are signed out everywhere at once and cannot sign in until somebody reactivates them. What they did stays in the history.",
    button: "Deactivate",
  },
  "temporary-password": {
    intent: "resend",
    heading: "Send a new temporary password?",
    text: "They are signed out everywhere at once, their password stops working and two-factor authentication is turned off. The temporary password goes to them by email.",
    button: "New temporary password",
  },
};

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { deps } = await requireAdministrator(context, request);
  const user = await findUser(deps, params.userId);
  const name = (Object.keys(QUESTIONS) as (keyof typeof QUESTIONS)[]).find((known) => known === params.ask);
  if (!user || !name) throw data(null, { status: 404 });
  const atStake = name === "deactivate" ? await visitsOfLeaver(deps, user.id) : null;
  return { user, question: QUESTIONS[name], atStake };
}

export default function ConfirmUserChange({ loaderData }: Route.ComponentProps) {
  const { user, question, atStake } = loaderData;
  return (
    <Page className="prose" title={question.heading}>
      <p className="wrap-anywhere">
        <strong>{user.email}</strong>
      </p>
      <p>{question.text}</p>
      <PostForm action={`/admin/users/${user.id}`}>
        {atStake ? <NamedVisits atStake={atStake} /> : null}
        <div className="actions">
          <Button look="danger" intent={question.intent}>
            {question.button}
          </Button>
          <ButtonLink look="quiet" to={`/admin/users/${user.id}`}>
            Cancel
          </ButtonLink>
        </div>
      </PostForm>
    </Page>
  );
}
