import { data, redirect } from "react-router";
import { requestScope } from "#app/context.ts";
import { refuseTry } from "#app/features/accounts/sign-in/refuse.server.ts";
import { requestPasswordReset } from "#app/features/accounts/password/reset-password.server.ts";
import { EmailSchema } from "#app/features/accounts/sign-in/schema.ts";
import { signInClientOf } from "#app/features/accounts/sign-in/sign-in-cookies.server.ts";
import { loginPageOf } from "#app/features/accounts/sign-in/sign-in-paths.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import { once } from "#app/platform/http/once.server.ts";
import type { Route } from "./+types/reset-request";
import { StepForm } from "#app/forms/step-form.tsx";
import { Submit } from "#app/forms/submit.tsx";
import { TextField } from "#app/forms/text-fields.tsx";
import { fieldOf, useStepForm } from "#app/forms/use-step-form.ts";
import { Alert } from "#app/ui/alert.tsx";
import { SignInPage } from "#app/features/accounts/sign-in/sign-in-page.tsx";

export function loader({ request }: Route.LoaderArgs) {
  return { loginPage: loginPageOf(request), isSent: new URL(request.url).searchParams.has("sent") };
}

/** The answer is the same whether or not the e-mail has an account. */
export const action = once(async ({ request, context }: Route.ActionArgs) => {
  const scope = context.get(requestScope);
  const parsed = await readForm(request, EmailSchema, "Please enter your email");
  if (!parsed.ok) return data(parsed.reply, { status: 400 });
  const outcome = await requestPasswordReset(scope.deps, parsed.value.email, signInClientOf(scope, request));
  if (outcome.kind === "limited") return refuseTry(parsed.form, outcome);
  return redirect(`${loginPageOf(request)}/reset?sent`);
});

export default function ResetRequest({ loaderData }: Route.ComponentProps) {
  const { loginPage, isSent } = loaderData;
  const form = useStepForm<typeof EmailSchema>({ id: "reset-request", toastTitle: null });
  return (
    <SignInPage heading="Reset Password" backTo={loginPage}>
      {isSent ? (
        <Alert tone="good" heading="Please check your email">
          <p>
            If there is an account with that address, we have sent a link to it. It works once, for the next
            hour. If nothing arrives, please look in your junk folder or try again.
          </p>
        </Alert>
      ) : (
        <StepForm form={form}>
          <TextField
            field={fieldOf(form, "email")}
            label="Email"
            hint="We will send you a link with which you choose a new password."
            type="email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
          />
          <Submit>Send reset link</Submit>
        </StepForm>
      )}
    </SignInPage>
  );
}
