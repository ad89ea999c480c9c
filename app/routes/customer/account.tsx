import { PasswordCard, SessionsCard } from "#app/features/accounts/security/access-cards.tsx";
import { answerSecurity } from "#app/features/accounts/security/answer-security.server.ts";
import { requireCustomer } from "#app/features/accounts/sign-in/guards.server.ts";
import { listSessions } from "#app/features/accounts/session/queries.server.ts";
import { Page } from "#app/ui/page.tsx";
import { once } from "#app/platform/http/once.server.ts";
import type { Route } from "./+types/account";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { deps, user: customer } = await requireCustomer(context, request);
  return { email: customer.email, sessions: await listSessions(deps, customer) };
}

export const action = once(async ({ request, context }: Route.ActionArgs) => {
  return answerSecurity(await requireCustomer(context, request), await request.formData());
});

export default function CustomerAccount({ loaderData }: Route.ComponentProps) {
  return (
    <Page title="Your account">
      <p className="lead">Signed in as {loaderData.email}.</p>
      <PasswordCard to="/customer/account/password" />
      <SessionsCard sessions={loaderData.sessions} />
    </Page>
  );
}
