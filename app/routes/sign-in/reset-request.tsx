import { requestScope } from "#app/context.ts";
import {
  answerResetRequest,
  loginPageOf,
  type EmailSchema,
} from "#app/features/accounts/password-reset/answer-reset.server.ts";
import type { Route } from "./+types/reset-request";
import { StepForm } from "#app/forms/step-form.tsx";
import { TextField } from "#app/forms/text-fields.tsx";
import { fieldOf, useStepForm } from "#app/forms/use-step-form.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { SignInPage } from "#app/features/accounts/sign-in/sign-in-page.tsx";

export function loader({ request }: Route.LoaderArgs) {
  return { loginPage: loginPageOf(request), isSent: new URL(request.url).searchParams.has("sent") };
}

export async function action({ request, context }: Route.ActionArgs) {
  return answerResetRequest(context.get(requestScope), request);
}

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
          <Button>Send reset link</Button>
        </StepForm>
      )}
    </SignInPage>
  );
}
