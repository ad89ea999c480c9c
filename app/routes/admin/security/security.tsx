import {
  DevicesTable,
  PasswordCard,
  SessionsCard,
  TwoFactorCard,
} from "#app/features/accounts/security/access-cards.tsx";
import { answerSecurity } from "#app/features/accounts/security/answer-security.server.ts";
import { requireStaff } from "#app/features/accounts/sign-in/guards.server.ts";
import { listSessions, listTrustedDevices } from "#app/features/accounts/session/queries.server.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Page } from "#app/ui/page.tsx";
import { once } from "#app/platform/http/once.server.ts";
import type { Route } from "./+types/security";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { deps, user: staff } = await requireStaff(context, request);
  const [sessions, devices] = await Promise.all([listSessions(deps, staff), listTrustedDevices(deps, staff)]);
  return { email: staff.email, isTwoFactorOn: staff.hasTwoFactor, sessions, devices };
}

export const action = once(async ({ request, context }: Route.ActionArgs) => {
  return answerSecurity(await requireStaff(context, request), await request.formData());
});

export default function Security({ loaderData }: Route.ComponentProps) {
  const { email, isTwoFactorOn, sessions, devices } = loaderData;
  return (
    <Page title="Security">
      <p className="lead">Signed in as {email}.</p>
      <PasswordCard to="/admin/security/password" />
      <TwoFactorCard isOn={isTwoFactorOn} to="/admin/security/two-factor" />
      <Card heading="Calendar">
        <p className="mb-4">Your calendar program can show all visits, with reference and town.</p>
        <ButtonLink look="quiet" to="/admin/security/calendar">
          Calendar address
        </ButtonLink>
      </Card>
      <SessionsCard sessions={sessions} />
      {devices.length > 0 ? (
        <Card heading="Trusted devices">
          <DevicesTable devices={devices} />
        </Card>
      ) : null}
    </Page>
  );
}
