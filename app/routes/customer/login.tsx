import { Link, replace } from "react-router";
import { requestScope } from "#app/context.ts";
import { answerCustomerLogin } from "#app/features/accounts/answer-sign-in.server.ts";
import { landingPath } from "#app/features/accounts/sign-in-paths.ts";
import { LoginForm, LoginNotice } from "#app/features/accounts/login-form.tsx";
import { findPrincipal } from "#app/features/accounts/principal.server.ts";
import { SignInPage } from "#app/features/accounts/sign-in-page.tsx";
import type { Route } from "./+types/login";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { deps } = context.get(requestScope);
  const principal = await findPrincipal(deps, request);
  if (principal.kind === "customer") throw replace(landingPath(request, principal.roleName));
  return { reason: new URL(request.url).searchParams.get("reason") };
}

export async function action({ request, context }: Route.ActionArgs) {
  return answerCustomerLogin(context.get(requestScope), request);
}

export default function CustomerLogin({ loaderData }: Route.ComponentProps) {
  return (
    <SignInPage
      heading="Customer Login"
      lead="See your bookings and your referral forms."
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
      <LoginForm />
    </SignInPage>
  );
}
