import { answerCreatePassword } from "#app/features/accounts/sign-in/answer-sign-in.server.ts";
import { once } from "#app/platform/http/once.server.ts";
import { requestScope } from "#app/context.ts";
import { DeviceFingerprint } from "#app/features/accounts/devices/device-fingerprint.tsx";
import { NewPasswordFields } from "#app/features/accounts/password/new-password-fields.tsx";
import { FULL_PASSWORD_RULES } from "#app/features/accounts/password/password-rules.ts";
import { Username } from "#app/features/accounts/password/username.tsx";
import { requireTemporaryToken } from "#app/features/accounts/sign-in/guards.server.ts";
import { SignInPage } from "#app/features/accounts/sign-in/sign-in-page.tsx";
import { StepForm } from "#app/forms/step-form.tsx";
import { useStepForm } from "#app/forms/use-step-form.ts";
import type { Route } from "./+types/create-password";
import type { NewPasswordSchema } from "#app/features/accounts/sign-in/schema.ts";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { email } = await requireTemporaryToken(context.get(requestScope), request);
  return { email };
}

export const action = once(answerCreatePassword);

export default function CreatePassword({ loaderData }: Route.ComponentProps) {
  const form = useStepForm<typeof NewPasswordSchema>({
    id: "create-password",
    toastTitle: "Failed to create password",
  });
  return (
    <SignInPage
      heading="Create Password"
      lead="Choose a password of your own. It replaces the temporary one."
      backTo="/admin/login"
    >
      <StepForm form={form}>
        <DeviceFingerprint />
        <Username email={loaderData.email} />
        <NewPasswordFields form={form} rules={FULL_PASSWORD_RULES} button="Create Password" />
      </StepForm>
    </SignInPage>
  );
}
