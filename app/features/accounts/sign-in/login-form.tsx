import { PasswordField } from "#app/forms/password-field.tsx";
import { StepForm } from "#app/forms/step-form.tsx";
import { TextField } from "#app/forms/text-fields.tsx";
import { fieldOf, useStepForm } from "#app/forms/use-step-form.ts";
import { Button } from "#app/ui/button.tsx";
import { DeviceFingerprint } from "./device-fingerprint.tsx";
import type { LoginSchema } from "./schema.ts";

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
      <Button>Login</Button>
    </StepForm>
  );
}
