import { data, Link, redirect } from "react-router";
import { requestScope } from "#app/context.ts";
import { authenticateForm } from "#app/features/accounts/authenticator.server.ts";
import { DeviceFingerprint } from "#app/features/accounts/device-fingerprint.tsx";
import { continueSignIn } from "#app/features/accounts/continue-sign-in.server.ts";
import { returnPath } from "#app/features/accounts/land-after-sign-in.server.ts";
import { LoginNotice } from "#app/features/accounts/login-notice.tsx";
import { findPrincipal } from "#app/features/accounts/principal.server.ts";
import { SignInPage } from "#app/features/accounts/sign-in-page.tsx";
import { PasswordField } from "#app/forms/password-field.tsx";
import { StepForm } from "#app/forms/step-form.tsx";
import { TextField } from "#app/forms/text-fields.tsx";
import { useStepForm } from "#app/forms/use-step-form.ts";
import { Button } from "#app/ui/button.tsx";
import type { Route } from "./+types/login";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { deps } = context.get(requestScope);
  const principal = await findPrincipal(deps, request);
  if (principal.kind === "staff") throw redirect(returnPath(request) || "/admin/dashboard");
  return { reason: new URL(request.url).searchParams.get("reason") };
}

export async function action({ request, context }: Route.ActionArgs) {
  const scope = context.get(requestScope);
  const attempt = await authenticateForm(scope, request);
  if (!attempt.isAccepted) return data(attempt.reply, { status: attempt.status });
  return continueSignIn(scope, request, attempt);
}

export const meta: Route.MetaFunction = () => [];

export default function AdminLogin({ loaderData, actionData }: Route.ComponentProps) {
  const [form, fields] = useStepForm({ id: "login", reply: actionData, toastTitle: "Login failed" });
  return (
    <SignInPage
      heading="Admin Login"
      isRefused={actionData !== undefined}
      lead="For our staff, and for customers with an account."
      footer={
        <p>
          <Link to="/admin/login/reset">Forgotten your password?</Link>
        </p>
      }
    >
      <LoginNotice reason={loaderData.reason} />
      <StepForm form={form} fields={fields}>
        <TextField
          field={fields.email!}
          label="Email"
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
        <PasswordField field={fields.password!} label="Password" autoComplete="current-password" />
        <DeviceFingerprint />
        <Button>Login</Button>
      </StepForm>
    </SignInPage>
  );
}
