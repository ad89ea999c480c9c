import { answerSecurity } from "#app/features/accounts/security/answer-security.server.ts";
import { requireUserHere } from "#app/features/accounts/sign-in/guards.server.ts";
import { OWN_PAGES } from "#app/features/accounts/sign-in/sign-in-paths.ts";
import { listSessions, listTrustedDevices } from "#app/features/accounts/session/queries.server.ts";
import { PostForm } from "#app/forms/post-form.tsx";
import { formatInstant } from "#app/platform/dates.ts";
import { once } from "#app/platform/http/once.server.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Page } from "#app/ui/page.tsx";
import { Table } from "#app/ui/table.tsx";
import type { Route } from "./+types/own-access";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { deps, user } = await requireUserHere(context, request);
  const { kind, email, hasTwoFactor } = user;
  const devices = kind === "customer" ? [] : await listTrustedDevices(deps, user);
  return { kind, email, hasTwoFactor, devices, sessions: await listSessions(deps, user) };
}

export const action = once(async ({ request, context }: Route.ActionArgs) => {
  return answerSecurity(await requireUserHere(context, request), await request.formData());
});

type LinkCardProps = { heading: string; text?: string; to: string; link: string };

function LinkCard({ heading, text, to, link }: LinkCardProps) {
  return (
    <Card heading={heading}>
      {text ? <p className="mb-4">{text}</p> : null}
      <ButtonLink look="quiet" to={to}>
        {link}
      </ButtonLink>
    </Card>
  );
}

function RowButton({ intent, id, text, about }: { intent: string; id: string; text: string; about: string }) {
  return (
    <PostForm>
      <input type="hidden" name="id" value={id} />
      <Button look="quiet" isSmall intent={intent} aria-label={`${text}: ${about}`}>
        {text}
      </Button>
    </PostForm>
  );
}

const ACTION = { name: "Action", isNameHidden: true };

type Shown = Route.ComponentProps["loaderData"];

function DevicesCard({ devices }: Pick<Shown, "devices">) {
  return (
    <Card heading="Trusted devices">
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
    </Card>
  );
}

function SessionsCard({ sessions }: Pick<Shown, "sessions">) {
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
          <Button look="danger" intent="end-other-sessions">
            End all other sessions
          </Button>
        </PostForm>
      ) : null}
    </Card>
  );
}

/** A user's own page: password, second factor, sessions and devices. */
export default function OwnAccess({ loaderData }: Route.ComponentProps) {
  const { kind, email, hasTwoFactor, sessions, devices } = loaderData;
  const { to } = OWN_PAGES[kind];
  return (
    <Page title={kind === "staff" ? "Security" : "Your account"}>
      <p className="lead">Signed in as {email}.</p>
      <LinkCard heading="Password" to={`${to}/password`} link="Change password" />
      {kind === "customer" ? null : (
        <LinkCard
          heading="Two-factor authentication"
          text={
            hasTwoFactor
              ? "On: each sign-in asks for a code from your authenticator app."
              : "Off. With it, each sign-in also asks for a code from an app on your phone."
          }
          to={`${to}/two-factor`}
          link={`${hasTwoFactor ? "Manage" : "Set up"} two-factor authentication`}
        />
      )}
      {kind === "staff" ? (
        <LinkCard
          heading="Calendar"
          text="Your calendar program can show all visits, with reference and town."
          to={`${to}/calendar`}
          link="Calendar address"
        />
      ) : null}
      <SessionsCard sessions={sessions} />
      {devices.length > 0 ? <DevicesCard devices={devices} /> : null}
    </Page>
  );
}
