import { data, Link } from "react-router";
import { requestScope } from "#app/context.ts";
import { answerReset, loginPageOf } from "#app/features/accounts/password-reset/answer-reset.server.ts";
import { readResetLink } from "#app/features/accounts/password-reset/reset-password.server.ts";
import type { Route } from "./+types/reset-password";
import { StepForm } from "#app/forms/step-form.tsx";
import { useStepForm } from "#app/forms/use-step-form.ts";
import { NewPasswordFields } from "#app/features/accounts/passwords/new-password-fields.tsx";
import {
  CUSTOMER_PASSWORD_RULES,
  FULL_PASSWORD_RULES,
} from "#app/features/accounts/passwords/password-rules.ts";
import { SignInPage } from "#app/features/accounts/sign-in/sign-in-page.tsx";
import type { NewPasswordSchema } from "#app/features/accounts/passwords/schema.ts";

const tokenOf = (request: Request) => new URL(request.url).searchParams.get("token") ?? "";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { deps } = context.get(requestScope);
  const link = await readResetLink(deps, tokenOf(request));
  return data({ loginPage: loginPageOf(request), rule: link?.rule ?? null }, { status: link ? 200 : 404 });
}

export async function action({ request, context }: Route.ActionArgs) {
  return answerReset(context.get(requestScope), request, tokenOf(request));
}

export default function ResetPassword({ loaderData, actionData: reply }: Route.ComponentProps) {
  const { loginPage: backTo, rule } = loaderData;
  const form = useStepForm<typeof NewPasswordSchema>({ id: "reset-password", toastTitle: null });
  const isLinkSpent = (reply as { isLinkSpent?: boolean } | undefined)?.isLinkSpent;
  return (
    <SignInPage heading="Choose a new password" backTo={backTo}>
      {rule === null || isLinkSpent ? (
        <p>
          This link has been used already or is too old. If you have just chosen a new password with it,{" "}
          <Link to={backTo}>sign in</Link>. Otherwise please{" "}
          <Link to={`${backTo}/reset`}>ask for a new one</Link>.
        </p>
      ) : (
        <StepForm form={form}>
          <NewPasswordFields
            form={form}
            rules={rule === "full" ? FULL_PASSWORD_RULES : CUSTOMER_PASSWORD_RULES}
            button="Change password"
            disabledUntil="rules-met"
          />
        </StepForm>
      )}
    </SignInPage>
  );
}
