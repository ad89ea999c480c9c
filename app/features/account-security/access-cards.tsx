import { PostForm } from "#app/forms/post-form.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import type { SessionItem } from "#app/features/accounts/queries.server.ts";
import { SessionsTable } from "./access-tables.tsx";

export function PasswordCard({ to }: { to: string }) {
  return (
    <Card heading="Password">
      <ButtonLink look="quiet" to={to}>
        Change password
      </ButtonLink>
    </Card>
  );
}

export function SessionsCard({ sessions }: { sessions: SessionItem[] }) {
  return (
    <Card heading="Sessions">
      <SessionsTable sessions={sessions} />
      {sessions.length > 1 ? (
        <PostForm className="actions">
          <Button look="danger" name="intent" value="end-other-sessions">
            End all other sessions
          </Button>
        </PostForm>
      ) : null}
    </Card>
  );
}
