import { data, redirect } from "react-router";
import type { RequestScope } from "#app/context.ts";
import { parseForm } from "#app/forms/read-form.server.ts";
import { flashToast } from "#app/ui/flash-toast.ts";
import { completeSignIn, verifyTwoFactor, createPassword } from "./finish-sign-in.server.ts";
import { CODE_SENT_TOAST } from "./answer-login.server.ts";
import { landAfterSignIn, nextSignInPage, type PageAnswer } from "./land-after-sign-in.server.ts";
import { LOGIN_MESSAGES } from "./messages.ts";
import { AuthenticationCodeSchema, CodeSchema } from "./schema.ts";
import { sendCode, verifyCode } from "./sign-in-code.server.ts";
import { callerOf, pendingStateHeaders } from "#app/features/accounts/sessions/sign-in-cookies.server.ts";
import { refuse, refusePassword, refuseTry } from "#app/features/accounts/refuse.server.ts";
import { PASSWORD_MESSAGES } from "#app/features/accounts/passwords/messages.ts";
import { NewPasswordSchema } from "#app/features/accounts/passwords/schema.ts";

const NEW_DEVICE_TOAST = { title: "Login successful", description: "New device verified successfully" };

async function toCreatePassword(scope: RequestScope, request: Request, token: string): Promise<Response> {
  const headers = await pendingStateHeaders(scope.deps, { token });
  return redirect(nextSignInPage(request, "/admin/login/create-password"), { headers });
}

export async function answerCode(
  scope: RequestScope,
  request: Request,
  signInId: string,
  form: FormData,
): Promise<PageAnswer> {
  const parsed = parseForm(form, CodeSchema, LOGIN_MESSAGES.codeFormat);
  if (!parsed.ok) return data(parsed.reply, { status: 400 });
  const verified = await verifyCode(scope.deps, { signInId, code: parsed.value.code });
  if (verified.kind === "refused") return refuse(form, LOGIN_MESSAGES.codeRefused);
  if (verified.needsPassword) return toCreatePassword(scope, request, verified.token);
  const caller = await callerOf(scope, request, parsed.value.deviceFingerprint);
  const outcome = await completeSignIn(scope.deps, verified.token, caller);
  if (outcome.kind !== "signed-in") return refuse(form, LOGIN_MESSAGES.completeFailed);
  return landAfterSignIn(scope.deps, request, outcome, NEW_DEVICE_TOAST);
}

export async function answerResend(
  scope: RequestScope,
  request: Request,
  signInId: string,
  form: FormData,
): Promise<PageAnswer> {
  const sent = await sendCode(scope.deps, { signInId }, await callerOf(scope, request));
  if (sent.kind === "limited") return refuse(form, LOGIN_MESSAGES.codeSendFailed, { status: 429 });
  const headers = new Headers({ "Set-Cookie": flashToast(CODE_SENT_TOAST) });
  return redirect(nextSignInPage(request, "/admin/login/otp"), { headers });
}

export async function answerTwoFactor(
  scope: RequestScope,
  request: Request,
  signInId: string,
  form: FormData,
): Promise<PageAnswer> {
  const formId = form.get("method") === "recovery" ? "recovery" : "two-factor";
  const parsed = parseForm(form, AuthenticationCodeSchema, LOGIN_MESSAGES.authenticationCodeNeeded, {
    formId,
  });
  if (!parsed.ok) return data(parsed.reply, { status: 400 });
  const caller = await callerOf(scope, request, parsed.value.deviceFingerprint);
  const outcome = await verifyTwoFactor(scope.deps, { signInId, code: parsed.value.code }, caller);
  if (outcome.kind === "signed-in") return landAfterSignIn(scope.deps, request, outcome);
  if (outcome.kind === "needs-password") return toCreatePassword(scope, request, outcome.token);
  if (outcome.kind === "ended") return redirect("/admin/login?reason=expired");
  if (outcome.kind === "limited") return refuseTry(form, outcome, formId);
  return refuse(form, LOGIN_MESSAGES.codeRefused, { formId });
}

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
  if (outcome.kind === "refused") return refuse(form, LOGIN_MESSAGES.createPasswordFailed);
  return refusePassword(form, outcome.problem);
}
