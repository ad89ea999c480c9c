import { Link } from "react-router";
import { answerChangePassword } from "#app/features/accounts/security/answer-security.server.ts";
import type { ChangePasswordSchema } from "#app/features/accounts/security/change-password.server.ts";
import { requireUserHere } from "#app/features/accounts/sign-in/guards.server.ts";
import { OWN_PAGES } from "#app/features/accounts/sign-in/sign-in-paths.ts";
import { NewPasswordFields } from "#app/features/accounts/password/new-password-fields.tsx";
import {
  CUSTOMER_PASSWORD_RULES,
  FULL_PASSWORD_RULES,
} from "#app/features/accounts/password/password-rules.ts";
import { Username } from "#app/features/accounts/password/username.tsx";
import { SignInPage } from "#app/features/accounts/sign-in/sign-in-page.tsx";
import { PasswordField } from "#app/forms/password-field.tsx";
import { StepForm } from "#app/forms/step-form.tsx";
import { fieldOf, useStepForm } from "#app/forms/use-step-form.ts";
import { once } from "#app/platform/http/once.server.ts";
import type { Route } from "./+types/change-password";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { user } = await requireUserHere(context, request);
  return { kind: user.kind, email: user.email };
}

export const action = once(async ({ request, context }: Route.ActionArgs) => {
  return answerChangePassword(await requireUserHere(context, request), request);
});

export default function ChangePassword({ loaderData }: Route.ComponentProps) {
  const { back, to } = OWN_PAGES[loaderData.kind];
  const rules = loaderData.kind === "customer" ? CUSTOMER_PASSWORD_RULES : FULL_PASSWORD_RULES;
  const form = useStepForm<typeof ChangePasswordSchema>({ id: "change-password", toastTitle: null });
  return (
    <SignInPage
      heading="Change password"
      lead="All your other sessions end when you change it."
      footer={<Link to={to}>{back}</Link>}
    >
      <StepForm form={form}>
        <Username email={loaderData.email} />
        <PasswordField
          field={fieldOf(form, "currentPassword")}
          label="Current password"
          autoComplete="current-password"
        />
        <NewPasswordFields form={form} label="New password" rules={rules} button="Change password" />
      </StepForm>
    </SignInPage>
  );
}
