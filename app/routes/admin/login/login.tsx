import { Link, redirect } from "react-router";
import { requestScope } from "#app/context.ts";
import { answerStaffLogin } from "#app/features/accounts/answer-sign-in.server.ts";
import { landingPath } from "#app/features/accounts/sign-in-paths.ts";
import { LoginForm, LoginNotice } from "#app/features/accounts/login-form.tsx";
import { findPrincipal } from "#app/features/accounts/principal.server.ts";
import { SignInPage } from "#app/features/accounts/sign-in-page.tsx";
import type { Route } from "./+types/login";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { deps } = context.get(requestScope);
  const principal = await findPrincipal(deps, request);
  if (principal.kind === "staff") throw redirect(landingPath(request, principal.roleName));
  return { reason: new URL(request.url).searchParams.get("reason") };
}

export async function action({ request, context }: Route.ActionArgs) {
  return answerStaffLogin(context.get(requestScope), request);
}

export default function AdminLogin({ loaderData }: Route.ComponentProps) {
  return (
    <SignInPage
      heading="Admin Login"
      lead={
        <>
          For our staff. Have you booked with us?{" "}
          <Link className="whitespace-nowrap" to="/customer/login">
            Customer login
          </Link>
        </>
      }
      footer={
        <p>
          <Link to="/admin/login/reset">Forgotten your password?</Link>
        </p>
      }
    >
      <LoginNotice reason={loaderData.reason} />
      <LoginForm />
    </SignInPage>
  );
}
