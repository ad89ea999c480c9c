import { Link } from "react-router";
import { requestScope } from "#app/context.ts";
import { answerChangePassword } from "#app/features/accounts/security/answer-security.server.ts";
import { requireStaff } from "#app/features/accounts/guards.server.ts";
import { NewPasswordFields } from "#app/features/accounts/passwords/new-password-fields.tsx";
import { FULL_PASSWORD_RULES } from "#app/features/accounts/passwords/password-rules.ts";
import { SignInPage } from "#app/features/accounts/sign-in/sign-in-page.tsx";
import { PasswordField } from "#app/forms/password-field.tsx";
import { StepForm } from "#app/forms/step-form.tsx";
import { useStepForm } from "#app/forms/use-step-form.ts";
import type { Route } from "./+types/password";

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireStaff(context.get(requestScope), request);
  return null;
}

export async function action({ request, context }: Route.ActionArgs) {
  const scope = context.get(requestScope);
  const staff = await requireStaff(scope, request);
  return answerChangePassword(scope, request, staff);
}

export const meta: Route.MetaFunction = () => [];

export default function ChangePassword({ actionData }: Route.ComponentProps) {
  const [form, fields] = useStepForm({ id: "change-password", reply: actionData, toastTitle: null });
  return (
    <SignInPage
      heading="Change password"
      lead="All your other sessions end when you change it."
      isRefused={actionData !== undefined}
      footer={<Link to="/admin/security">Back to Security</Link>}
    >
      <StepForm form={form} fields={fields}>
        <PasswordField
          field={fields.currentPassword!}
          label="Current password"
          autoComplete="current-password"
        />
        <NewPasswordFields
          fields={fields}
          label="New password"
          rules={FULL_PASSWORD_RULES}
          button="Change password"
          disabledUntil="rules-met"
        />
      </StepForm>
    </SignInPage>
  );
}
