import { requestScope } from "#app/context.ts";
import {
  answerResetRequest,
  loginPageOf,
} from "#app/features/accounts/password-reset/answer-reset.server.ts";
import { ResetRequestPage } from "#app/features/accounts/password-reset/reset-request-page.tsx";
import type { Route } from "./+types/reset-request";

export function loader({ request }: Route.LoaderArgs) {
  return { loginPage: loginPageOf(request), isSent: new URL(request.url).searchParams.has("sent") };
}

export async function action({ request, context }: Route.ActionArgs) {
  return answerResetRequest(context.get(requestScope), request);
}

export default function ResetRequest({ loaderData, actionData }: Route.ComponentProps) {
  return <ResetRequestPage backTo={loaderData.loginPage} isSent={loaderData.isSent} reply={actionData} />;
}
