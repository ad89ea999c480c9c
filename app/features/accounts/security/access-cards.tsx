import { PostForm } from "#app/forms/post-form.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import type { SessionItem, DeviceItem } from "#app/features/accounts/session/queries.server.ts";
import { Table } from "#app/ui/table.tsx";
import { formatInstant } from "#app/platform/dates.ts";

function RowButton({ intent, id, text, about }: { intent: string; id: string; text: string; about: string }) {
  return (
    <PostForm>
      <input type="hidden" name="id" value={id} />
      <Button look="quiet" isSmall name="intent" value={intent} aria-label={`${text}: ${about}`}>
        {text}
      </Button>
    </PostForm>
  );
}

const ACTION = { name: "Action", isNameHidden: true };

export function DevicesTable({ devices }: { devices: DeviceItem[] }) {
  return (
    <Table
      caption="Trusted devices: signing in there needs no emailed code"
      columns={["Device", "Last used", "Trusted until", ACTION]}
      rows={devices.map(({ id, deviceLabel, lastUsedAt, expiresAt }) => ({
        id,
        cells: [
          deviceLabel,
          formatInstant(lastUsedAt),
          formatInstant(expiresAt),
          <RowButton intent="forget-device" id={id} text="Remove" about={deviceLabel} />,
        ],
      }))}
    />
  );
}

export function PasswordCard({ to }: { to: string }) {
  return (
    <Card heading="Password">
      <ButtonLink look="quiet" to={to}>
        Change password
      </ButtonLink>
    </Card>
  );
}

export function TwoFactorCard({ isOn, to }: { isOn: boolean; to: string }) {
  return (
    <Card heading="Two-factor authentication">
      <p className="mb-4">
        {isOn
          ? "On: each sign-in asks for a code from your authenticator app."
          : "Off. With it, each sign-in also asks for a code from an app on your phone."}
      </p>
      <ButtonLink look="quiet" to={to}>
        {isOn ? "Manage two-factor authentication" : "Set up two-factor authentication"}
      </ButtonLink>
    </Card>
  );
}

export function SessionsCard({ sessions }: { sessions: SessionItem[] }) {
  return (
    <Card heading="Sessions">
      <Table
        caption="Where you are signed in"
        columns={["Device", "Signed in", "Last active", ACTION]}
        rows={sessions.map(({ id, deviceLabel, createdAt, lastSeenAt, isCurrent }) => ({
          id,
          cells: [
            deviceLabel,
            formatInstant(createdAt),
            formatInstant(lastSeenAt),
            isCurrent ? (
              "This session"
            ) : (
              <RowButton intent="end-session" id={id} text="End" about={deviceLabel} />
            ),
          ],
        }))}
      />
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
