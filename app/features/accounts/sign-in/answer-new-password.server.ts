import { data } from "react-router";
import type { RequestScope } from "#app/context.ts";
import { parseForm, refuseForm } from "#app/forms/read-form.server.ts";
import { refusePassword } from "#app/features/accounts/passwords/new-password.server.ts";
import { createPassword } from "./create-password.server.ts";
import { landAfterSignIn, type PageAnswer } from "./land-after-sign-in.server.ts";
import { LOGIN_MESSAGES } from "./messages.ts";
import { PASSWORD_MESSAGES } from "#app/features/accounts/passwords/messages.ts";
import { NewPasswordSchema } from "#app/features/accounts/passwords/schema.ts";
import { callerOf } from "#app/features/accounts/sessions/sign-in-cookies.server.ts";

export async function answerNewPassword(
  scope: RequestScope,
  request: Request,
  token: string,
  form: FormData,
): Promise<PageAnswer> {
  const parsed = parseForm(form, NewPasswordSchema, PASSWORD_MESSAGES.fullRule);
  if (!parsed.ok) return data(parsed.reply, { status: 400 });
  const caller = await callerOf(scope, request, parsed.value.deviceFingerprint);
  const outcome = await createPassword(scope.deps, { token, ...parsed.value }, caller);
  if (outcome.kind === "signed-in") {
    return landAfterSignIn(scope.deps, request, outcome, { title: "Password created successfully" });
  }
  if (outcome.kind === "refused") {
    return data(refuseForm(form, LOGIN_MESSAGES.createPasswordFailed), { status: 400 });
  }
  return refusePassword(form, outcome.problem);
}
