import { answerChangePassword } from "#app/features/account-security/answer-security.server.ts";
import { ChangePasswordPage } from "#app/features/account-security/change-password-page.tsx";
import { requireStaff } from "#app/features/accounts/guards.server.ts";
import { FULL_PASSWORD_RULES } from "#app/features/accounts/passwords/password-rules.ts";
import type { Route } from "./+types/password";

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireStaff(context, request);
  return null;
}

export async function action({ request, context }: Route.ActionArgs) {
  const { scope, user: staff } = await requireStaff(context, request);
  return answerChangePassword(scope, request, staff);
}

const BACK = { label: "Back to Security", to: "/admin/security" };

export default function ChangePassword({ actionData }: Route.ComponentProps) {
  return <ChangePasswordPage rules={FULL_PASSWORD_RULES} back={BACK} reply={actionData} />;
}
