import { PasswordField } from "#app/forms/password-field.tsx";
import { StepForm } from "#app/forms/step-form.tsx";
import { Submit } from "#app/forms/submit.tsx";
import { TextField } from "#app/forms/text-fields.tsx";
import { fieldOf, useStepForm } from "#app/forms/use-step-form.ts";
import { DeviceFingerprint } from "#app/features/accounts/devices/device-fingerprint.tsx";
import type { LoginSchema } from "./schema.ts";
import { Alert } from "#app/ui/alert.tsx";

export function LoginForm() {
  const form = useStepForm<typeof LoginSchema>({ id: "login", toastTitle: "Login failed" });
  return (
    <StepForm form={form}>
      <TextField
        field={fieldOf(form, "email")}
        label="Email"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <PasswordField field={fieldOf(form, "password")} label="Password" autoComplete="current-password" />
      <DeviceFingerprint />
      <Submit>Login</Submit>
    </StepForm>
  );
}

const NOTICES = new Map([
  ["expired", "Your sign-in took too long or was used up. Please sign in again."],
  [
    "cookies",
    "Your browser sent us no cookie, so you are not signed in. If you have just signed in, please allow cookies for this website and sign in again, or give us a call.",
  ],
  ["reset", "Your password was changed. Please sign in with the new one."],
]);

export function LoginNotice({ reason }: { reason: string | null }) {
  const notice = NOTICES.get(reason ?? "");
  return notice ? (
    <Alert tone={reason === "reset" ? "good" : "info"} className="mb-5">
      <p>{notice}</p>
    </Alert>
  ) : null;
}
