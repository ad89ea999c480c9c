import { data, Link, replace } from "react-router";
import { requestScope } from "#app/context.ts";
import { authenticateForm } from "#app/features/accounts/security/authenticator.server.ts";
import { customerRefusal } from "#app/features/accounts/sign-in/customer-refusal.ts";
import { landAfterSignIn, landingPath } from "#app/features/accounts/sign-in/land-after-sign-in.server.ts";
import { LoginForm } from "#app/features/accounts/sign-in/login-form.tsx";
import { LoginNotice } from "#app/features/accounts/sign-in/login-notice.tsx";
import { CUSTOMER_MESSAGES } from "#app/features/accounts/sign-in/messages.ts";
import { findPrincipal } from "#app/features/accounts/principal.server.ts";
import { SignInPage } from "#app/features/accounts/sign-in/sign-in-page.tsx";
import { refuseForm } from "#app/forms/read-form.server.ts";
import type { Route } from "./+types/login";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { deps } = context.get(requestScope);
  const principal = await findPrincipal(deps, request);
  if (principal.kind === "customer") throw replace(landingPath(request, principal.roleName));
  return { reason: new URL(request.url).searchParams.get("reason") };
}

export async function action({ request, context }: Route.ActionArgs) {
  const scope = context.get(requestScope);
  const attempt = await authenticateForm(scope, request);
  if (!attempt.isAccepted) return data(attempt.reply, { status: attempt.status });
  if (attempt.outcome.kind === "signed-in") return landAfterSignIn(scope.deps, request, attempt.outcome);
  const message = customerRefusal(attempt.outcome.kind) ?? CUSTOMER_MESSAGES.failed;
  return data(refuseForm(attempt.form, message), { status: 403 });
}

export const meta: Route.MetaFunction = () => [];

export default function CustomerLogin({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <SignInPage
      heading="Customer Login"
      lead="See your bookings and your referral forms."
      isRefused={actionData !== undefined}
      footer={
        <>
          <p>
            <Link to="/customer/login/reset">Forgotten your password?</Link>
          </p>
          <p>
            No account yet? <Link to="/booking">Make a booking first</Link>
          </p>
          <p>
            Lost the link to a booking? <Link to="/lost-link">Have it sent again</Link>
          </p>
          <p>
            Do you work for us? <Link to="/admin/login">Staff login</Link>
          </p>
          <p>
            <Link to="/">Back to Home</Link>
          </p>
        </>
      }
    >
      <LoginNotice reason={loaderData.reason} />
      <LoginForm reply={actionData} />
    </SignInPage>
  );
}
