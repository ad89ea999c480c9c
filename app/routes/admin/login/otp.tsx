import { answerCode } from "#app/features/accounts/sign-in/answer-sign-in.server.ts";
import { once } from "#app/platform/http/once.server.ts";
import { CODE_MINUTES } from "#app/features/accounts/record/lifetimes.ts";
import { replace } from "react-router";
import { requestScope } from "#app/context.ts";
import { CodeField } from "#app/features/accounts/sign-in/code-field.tsx";
import { DeviceFingerprint } from "#app/features/accounts/devices/device-fingerprint.tsx";
import { nextSignInPage } from "#app/features/accounts/sign-in/sign-in-paths.ts";
import { requirePendingSignIn } from "#app/features/accounts/sign-in/guards.server.ts";
import { SignInPage } from "#app/features/accounts/sign-in/sign-in-page.tsx";
import { StepForm } from "#app/forms/step-form.tsx";
import { fieldOf, useStepForm } from "#app/forms/use-step-form.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import type { Route } from "./+types/otp";
import type { CodeSchema } from "#app/features/accounts/sign-in/schema.ts";

export async function loader({ request, context }: Route.LoaderArgs) {
  const pending = await requirePendingSignIn(context.get(requestScope), request);
  if (pending.needs !== "code") throw replace(nextSignInPage(request, "/admin/login/2fa"));
  return { email: pending.email, isCodeSent: pending.isCodeSent };
}

export const action = once(answerCode);

export default function EmailVerification({ loaderData, actionData }: Route.ComponentProps) {
  const form = useStepForm<typeof CodeSchema>({ id: "otp", toastTitle: "Verification failed" });
  return (
    <SignInPage heading="Email Verification" backTo="/admin/login">
      {loaderData.isCodeSent && !actionData ? (
        <Alert tone="good" className="mb-5">
          <p>
            <strong>Verification code sent.</strong> Please check your email for the verification code. We
            sent it to {loaderData.email}.
          </p>
        </Alert>
      ) : null}
      <StepForm form={form}>
        <CodeField
          field={fieldOf(form, "code")}
          label="Verification code"
          hint={`Six digits. The code works for ${CODE_MINUTES} minutes and for five tries.`}
        />
        <DeviceFingerprint />
        <div className="actions">
          <Button>Verify Code</Button>
          <Button look="quiet" intent="resend">
            Resend Code
          </Button>
        </div>
      </StepForm>
    </SignInPage>
  );
}
