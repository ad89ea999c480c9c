import { StepForm } from "#app/forms/step-form.tsx";
import { TextField } from "#app/forms/text-fields.tsx";
import { fieldOf, useStepForm } from "#app/forms/use-step-form.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { SignInPage } from "#app/features/accounts/sign-in/sign-in-page.tsx";
import type { EmailSchema } from "./schema.ts";

type ResetRequestPageProps = { backTo: string; isSent: boolean; reply: unknown };

export function ResetRequestPage({ backTo, isSent, reply }: ResetRequestPageProps) {
  const form = useStepForm<typeof EmailSchema>({ id: "reset-request", reply, toastTitle: null });
  return (
    <SignInPage heading="Reset Password" isRefused={reply !== undefined} backTo={backTo}>
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
