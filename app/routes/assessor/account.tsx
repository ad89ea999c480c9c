import {
  DevicesTable,
  PasswordCard,
  SessionsCard,
  TwoFactorCard,
} from "#app/features/accounts/security/access-cards.tsx";
import { answerSecurity } from "#app/features/accounts/security/answer-security.server.ts";
import { requireAssessor } from "#app/features/accounts/sign-in/guards.server.ts";
import { listSessions, listTrustedDevices } from "#app/features/accounts/session/queries.server.ts";
import { Card } from "#app/ui/card.tsx";
import { Page } from "#app/ui/page.tsx";
import { once } from "#app/platform/http/once.server.ts";
import type { Route } from "./+types/account";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { deps, user } = await requireAssessor(context, request);
  const [sessions, devices] = await Promise.all([listSessions(deps, user), listTrustedDevices(deps, user)]);
  return { email: user.email, isTwoFactorOn: user.hasTwoFactor, sessions, devices };
}

export const action = once(async ({ request, context }: Route.ActionArgs) => {
  return answerSecurity(await requireAssessor(context, request), await request.formData());
});

export default function AssessorAccount({ loaderData }: Route.ComponentProps) {
  const { email, isTwoFactorOn, sessions, devices } = loaderData;
  return (
    <Page title="Your account">
      <p className="lead">Signed in as {email}.</p>
      <PasswordCard to="/assessor/account/password" />
      <TwoFactorCard isOn={isTwoFactorOn} to="/assessor/account/two-factor" />
      <SessionsCard sessions={sessions} />
      {devices.length > 0 ? (
        <Card heading="Trusted devices">
          <DevicesTable devices={devices} />
        </Card>
      ) : null}
    </Page>
  );
}
