import { answerChangePassword } from "#app/features/account-security/answer-security.server.ts";
import { ChangePasswordPage } from "#app/features/account-security/change-password-page.tsx";
import { requireCustomer } from "#app/features/accounts/guards.server.ts";
import { CUSTOMER_PASSWORD_RULES } from "#app/features/accounts/passwords/password-rules.ts";
import type { Route } from "./+types/password";

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireCustomer(context, request);
  return null;
}

export async function action({ request, context }: Route.ActionArgs) {
  const { scope, user: customer } = await requireCustomer(context, request);
  return answerChangePassword(scope, request, customer);
}

const BACK = { label: "Back to your account", to: "/customer/account" };

export default function ChangePassword({ actionData }: Route.ComponentProps) {
  return <ChangePasswordPage rules={CUSTOMER_PASSWORD_RULES} back={BACK} reply={actionData} />;
}
