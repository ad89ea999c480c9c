import { Link } from "react-router";
import { PasswordField } from "#app/forms/password-field.tsx";
import { StepForm } from "#app/forms/step-form.tsx";
import { fieldOf, useStepForm } from "#app/forms/use-step-form.ts";
import { NewPasswordFields } from "#app/features/accounts/passwords/new-password-fields.tsx";
import type { PasswordRule } from "#app/features/accounts/passwords/password-rules.ts";
import { SignInPage } from "#app/features/accounts/sign-in/sign-in-page.tsx";
import type { ChangePasswordSchema } from "./schema.ts";

type ChangePasswordPageProps = {
  rules: readonly PasswordRule[];
  back: { label: string; to: string };
  reply: unknown;
};

export function ChangePasswordPage({ rules, back, reply }: ChangePasswordPageProps) {
  const form = useStepForm<typeof ChangePasswordSchema>({ id: "change-password", reply, toastTitle: null });
  return (
    <SignInPage
      heading="Change password"
      lead="All your other sessions end when you change it."
      isRefused={reply !== undefined}
      footer={<Link to={back.to}>{back.label}</Link>}
    >
      <StepForm form={form}>
        <PasswordField
          field={fieldOf(form, "currentPassword")}
          label="Current password"
          autoComplete="current-password"
        />
        <NewPasswordFields
          form={form}
          label="New password"
          rules={rules}
          button="Change password"
          disabledUntil="rules-met"
        />
      </StepForm>
    </SignInPage>
  );
}
