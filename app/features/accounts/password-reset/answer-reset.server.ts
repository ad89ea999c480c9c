import { data, redirect } from "react-router";
import type { RequestScope } from "#app/context.ts";
import { parseForm, refuseForm } from "#app/forms/read-form.server.ts";
import type { PageAnswer } from "#app/features/accounts/sign-in/land-after-sign-in.server.ts";
import { LOGIN_MESSAGES } from "#app/features/accounts/sign-in/messages.ts";
import { PASSWORD_MESSAGES } from "#app/features/accounts/passwords/messages.ts";
import { refusePassword, refuseTry } from "#app/features/accounts/refuse.server.ts";
import { requestPasswordReset, resetPassword } from "./reset-password.server.ts";
import { NewPasswordSchema, typed } from "#app/features/accounts/passwords/schema.ts";
import { callerOf, deviceHeaders } from "#app/features/accounts/sessions/sign-in-cookies.server.ts";
import { z } from "zod";

export const EmailSchema = z.object({ email: typed("Please enter your email") });

export function loginPageOf(request: Request): "/admin/login" | "/customer/login" {
  return new URL(request.url).pathname.startsWith("/customer/") ? "/customer/login" : "/admin/login";
}

/** Answers a request for a reset link; the answer is the same whether or not the e-mail has an account. */
export async function answerResetRequest(scope: RequestScope, request: Request): Promise<PageAnswer> {
  const form = await request.formData();
  const parsed = parseForm(form, EmailSchema, "Please enter your email");
  if (!parsed.ok) return data(parsed.reply, { status: 400 });
  const outcome = await requestPasswordReset(scope.deps, parsed.value.email, await callerOf(scope, request));
  if (outcome.kind === "limited") return refuseTry(form, outcome);
  return redirect(`${loginPageOf(request)}/reset?sent`);
}

/** Sets the new password of a mailed link. The link stays usable while the password is refused. */
export async function answerReset(scope: RequestScope, request: Request, token: string): Promise<PageAnswer> {
  const form = await request.formData();
  const parsed = parseForm(form, NewPasswordSchema, PASSWORD_MESSAGES.fullRule);
  if (!parsed.ok) return data(parsed.reply, { status: 400 });
  const caller = await callerOf(scope, request, parsed.value.deviceFingerprint);
  const outcome = await resetPassword(scope.deps, { token, ...parsed.value }, caller);
  if (outcome.kind === "reset") {
    const headers = await deviceHeaders(scope.deps, outcome.deviceSecret);
    return redirect(`${loginPageOf(request)}?reason=reset`, { headers });
  }
  if (outcome.kind === "refused") {
    const reply = { ...refuseForm(form, LOGIN_MESSAGES.createPasswordFailed), isLinkSpent: true };
    return data(reply, { status: 400 });
  }
  return refusePassword(form, outcome.problem);
}
