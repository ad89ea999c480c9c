import { data, Link, redirect } from "react-router";
import { requestScope } from "#app/context.ts";
import { LOGIN_MESSAGES, PASSWORD_MESSAGES } from "#app/features/accounts/record/messages.ts";
import { refusePassword } from "#app/features/accounts/sign-in/refuse.server.ts";
import { readResetLink, resetPassword } from "#app/features/accounts/password/reset-password.server.ts";
import { signInClientOf, deviceHeaders } from "#app/features/accounts/sign-in/sign-in-cookies.server.ts";
import { loginPageOf } from "#app/features/accounts/sign-in/sign-in-paths.ts";
import { readForm, refuseForm } from "#app/forms/read-form.server.ts";
import { once } from "#app/platform/http/once.server.ts";
import type { Route } from "./+types/reset-password";
import { StepForm } from "#app/forms/step-form.tsx";
import { useStepForm } from "#app/forms/use-step-form.ts";
import { NewPasswordFields } from "#app/features/accounts/password/new-password-fields.tsx";
import {
  CUSTOMER_PASSWORD_RULES,
  FULL_PASSWORD_RULES,
} from "#app/features/accounts/password/password-rules.ts";
import { Username } from "#app/features/accounts/password/username.tsx";
import { SignInPage } from "#app/features/accounts/sign-in/sign-in-page.tsx";
import { NewPasswordSchema } from "#app/features/accounts/sign-in/schema.ts";

const tokenOf = (request: Request) => new URL(request.url).searchParams.get("token") ?? "";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { deps } = context.get(requestScope);
  const link = await readResetLink(deps, tokenOf(request));
  return data({ loginPage: loginPageOf(request), link }, { status: link ? 200 : 404 });
}

export const action = once(async ({ request, context }: Route.ActionArgs) => {
  const scope = context.get(requestScope);
  const parsed = await readForm(request, NewPasswordSchema, PASSWORD_MESSAGES.fullRule);
  if (!parsed.ok) return data(parsed.reply, { status: 400 });
  const { deviceFingerprint, ...passwords } = parsed.value;
  const caller = signInClientOf(scope, request, deviceFingerprint);
  const outcome = await resetPassword(scope.deps, { token: tokenOf(request), ...passwords }, caller);
  if (outcome.kind === "invalid-password") return refusePassword(parsed.form, outcome.problem);
  if (outcome.kind === "refused") {
    const reply = { ...refuseForm(parsed.form, LOGIN_MESSAGES.createPasswordFailed), isLinkSpent: true };
    return data(reply, { status: 400 });
  }
  const headers = deviceHeaders(scope.deps, outcome.deviceSecret);
  return redirect(`${loginPageOf(request)}?reason=reset`, { headers });
});

export default function ResetPassword({ loaderData, actionData: reply }: Route.ComponentProps) {
  const { loginPage: backTo, link } = loaderData;
  const form = useStepForm<typeof NewPasswordSchema>({ id: "reset-password", toastTitle: null });
  const isLinkSpent = (reply as { isLinkSpent?: boolean } | undefined)?.isLinkSpent;
  return (
    <SignInPage heading="Choose a new password" backTo={backTo}>
      {link === null || isLinkSpent ? (
        <p>
          This link has been used already or is too old. If you have just chosen a new password with it,{" "}
          <Link to={backTo}>sign in</Link>. Otherwise please{" "}
          <Link to={`${backTo}/reset`}>ask for a new one</Link>.
        </p>
      ) : (
        <StepForm form={form}>
          <Username email={link.email} />
          <NewPasswordFields
            form={form}
            rules={link.rule === "full" ? FULL_PASSWORD_RULES : CUSTOMER_PASSWORD_RULES}
            button="Change password"
          />
        </StepForm>
      )}
    </SignInPage>
  );
}
