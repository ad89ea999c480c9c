import { data } from "react-router";
import { requestScope } from "#app/context.ts";
import { answerReset, loginPageOf } from "#app/features/accounts/password-reset/answer-reset.server.ts";
import { ResetPasswordPage } from "#app/features/accounts/password-reset/reset-password-page.tsx";
import { readResetLink } from "#app/features/accounts/password-reset/reset-password.server.ts";
import type { Route } from "./+types/reset-password";

const tokenOf = (request: Request) => new URL(request.url).searchParams.get("token") ?? "";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { deps } = context.get(requestScope);
  const link = await readResetLink(deps, tokenOf(request));
  return data({ loginPage: loginPageOf(request), rule: link?.rule ?? null }, { status: link ? 200 : 404 });
}

export async function action({ request, context }: Route.ActionArgs) {
  return answerReset(context.get(requestScope), request, tokenOf(request));
}

export default function ResetPassword({ loaderData, actionData }: Route.ComponentProps) {
  return <ResetPasswordPage backTo={loaderData.loginPage} rule={loaderData.rule} reply={actionData} />;
}
