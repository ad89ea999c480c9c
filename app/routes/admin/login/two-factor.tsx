import { answerTwoFactor } from "#app/features/accounts/sign-in/answer-sign-in.server.ts";
import { once } from "#app/platform/http/once.server.ts";
import { replace } from "react-router";
import { requestScope } from "#app/context.ts";
import { CodeField } from "#app/features/accounts/sign-in/code-field.tsx";
import { DeviceFingerprint } from "#app/features/accounts/devices/device-fingerprint.tsx";
import { nextSignInPage } from "#app/features/accounts/sign-in/sign-in-paths.ts";
import { requirePendingSignIn } from "#app/features/accounts/sign-in/guards.server.ts";
import { SignInPage } from "#app/features/accounts/sign-in/sign-in-page.tsx";
import { StepForm } from "#app/forms/step-form.tsx";
import { Submit } from "#app/forms/submit.tsx";
import { TextField } from "#app/forms/text-fields.tsx";
import { fieldOf, useStepForm } from "#app/forms/use-step-form.ts";
import { Button } from "#app/ui/button.tsx";
import type { Route } from "./+types/two-factor";
import type { AuthenticationCodeSchema } from "#app/features/accounts/sign-in/schema.ts";

export async function loader({ request, context }: Route.LoaderArgs) {
  const pending = await requirePendingSignIn(context.get(requestScope), request);
  if (pending.needs !== "two-factor") throw replace(nextSignInPage(request, "/admin/login/otp"));
  return null;
}

export const action = once(answerTwoFactor);

export default function TwoFactor() {
  const toastTitle = "Verification failed";
  const form = useStepForm<typeof AuthenticationCodeSchema>({ id: "two-factor", toastTitle });
  const recoveryForm = useStepForm<typeof AuthenticationCodeSchema>({ id: "recovery", toastTitle });
  return (
    <SignInPage heading="Two-Factor Authentication" backTo="/admin/login">
      <StepForm form={form}>
        <CodeField
          field={fieldOf(form, "code")}
          label="Authentication code"
          hint="Six digits, from your authenticator app."
        />
        <DeviceFingerprint />
        <Submit>Verify</Submit>
      </StepForm>
      <details className="mt-5" open={recoveryForm.summary !== undefined}>
        <summary>I don’t have my phone</summary>
        <StepForm form={recoveryForm} className="mt-3">
          <input type="hidden" name="method" value="recovery" />
          <TextField
            field={fieldOf(recoveryForm, "code")}
            label="Recovery code"
            hint="One of the ten codes that you kept when you set this up. Each works once."
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
          <Button look="quiet">Use recovery code</Button>
        </StepForm>
      </details>
    </SignInPage>
  );
}
