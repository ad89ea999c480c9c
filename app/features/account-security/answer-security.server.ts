import { data, redirect } from "react-router";
import type { RequestScope } from "#app/context.ts";
import { parseForm } from "#app/forms/read-form.server.ts";
import { flashToast } from "#app/ui/flash-toast.ts";
import type { PageAnswer } from "#app/features/accounts/sign-in/land-after-sign-in.server.ts";
import { refuse, refusePassword, refuseTry } from "#app/features/accounts/refuse.server.ts";
import { changePassword } from "./change-password.server.ts";
import {
  endOtherSessions,
  endSession,
  forgetDevice,
} from "#app/features/accounts/sessions/end-sessions.server.ts";
import type { SignedInUser, StaffPrincipal } from "#app/features/accounts/guards.server.ts";
import { LOGIN_MESSAGES } from "#app/features/accounts/sign-in/messages.ts";
import { ChangePasswordSchema, PasswordSchema } from "./schema.ts";
import { callerOf } from "#app/features/accounts/sessions/sign-in-cookies.server.ts";
import {
  disableTwoFactor,
  renewRecoveryCodes,
  enableTwoFactor,
  prepareTwoFactor,
} from "./two-factor.server.ts";
import { AuthenticationCodeSchema } from "#app/features/accounts/sign-in/schema.ts";
import type { Limited, Refused } from "#app/features/accounts/caller.ts";

const PAGES = { staff: "/admin/security", customer: "/customer/account" };

function back({ kind }: SignedInUser, title: string): Response {
  return redirect(PAGES[kind], { headers: { "Set-Cookie": flashToast({ title }) } });
}

export async function answerSecurity(
  { deps, requestId }: RequestScope,
  principal: SignedInUser,
  form: FormData,
): Promise<Response> {
  const id = String(form.get("id") ?? "");
  switch (form.get("intent")) {
    case "end-session":
      await endSession(deps, principal, id, requestId);
      return back(principal, "Session ended");
    case "end-other-sessions":
      await endOtherSessions(deps, principal, requestId);
      return back(principal, "All other sessions ended");
    case "forget-device":
      await forgetDevice(deps, principal, id, requestId);
      return back(principal, "Device removed");
    default:
      return redirect(PAGES[principal.kind]);
  }
}

export async function answerChangePassword(
  scope: RequestScope,
  request: Request,
  principal: SignedInUser,
): Promise<PageAnswer> {
  const form = await request.formData();
  const parsed = parseForm(form, ChangePasswordSchema, "Please enter your current password");
  if (!parsed.ok) return data(parsed.reply, { status: 400 });
  const outcome = await changePassword(scope.deps, principal, parsed.value, await callerOf(scope, request));
  switch (outcome.kind) {
    case "changed":
      return back(principal, "Password changed");
    case "limited":
      return refuseTry(form, outcome);
    case "refused":
      return refuse(form, "Your current password is not right", { field: "currentPassword" });
    case "invalid-password":
      return refusePassword(form, outcome.problem);
  }
}

/** Sets two-factor authentication up, turns it off or renews its recovery codes, depending on the button. */
export async function answerTwoFactorSettings(
  scope: RequestScope,
  request: Request,
  principal: StaffPrincipal,
) {
  const form = await request.formData();
  switch (form.get("intent")) {
    case "prepare":
      await prepareTwoFactor(scope.deps, principal);
      return redirect("/admin/security/two-factor");
    case "enable":
      return enable(scope, request, principal, form);
    case "disable":
      return withPassword(form, "disable", (password) =>
        disableTwoFactor(scope.deps, principal, password, scope.requestId),
      );
    case "renew":
      return withPassword(form, "renew", (password) =>
        renewRecoveryCodes(scope.deps, principal, password, scope.requestId),
      );
    default:
      return redirect("/admin/security/two-factor");
  }
}

async function enable(scope: RequestScope, request: Request, principal: StaffPrincipal, form: FormData) {
  const options = { formId: "enable" };
  const parsed = parseForm(form, AuthenticationCodeSchema, LOGIN_MESSAGES.authenticationCodeNeeded, options);
  if (!parsed.ok) return data(parsed.reply, { status: 400 });
  const caller = await callerOf(scope, request);
  const outcome = await enableTwoFactor(scope.deps, principal, parsed.value.code, caller);
  if (outcome.kind === "enabled") return data({ recoveryCodes: outcome.recoveryCodes });
  if (outcome.kind === "limited") return refuseTry(form, outcome, "enable");
  return refuse(form, LOGIN_MESSAGES.codeRefused, { field: "code", formId: "enable" });
}

type PasswordOutcome =
  { kind: "disabled" } | { kind: "renewed"; recoveryCodes: string[] } | Refused | Limited;

async function withPassword(
  form: FormData,
  formId: string,
  change: (password: string) => Promise<PasswordOutcome>,
) {
  const parsed = parseForm(form, PasswordSchema, "Please enter your password", { formId });
  if (!parsed.ok) return data(parsed.reply, { status: 400 });
  const outcome = await change(parsed.value.password);
  if (outcome.kind === "renewed") return data({ recoveryCodes: outcome.recoveryCodes });
  if (outcome.kind === "disabled") {
    const toast = flashToast({ title: "Two-factor authentication is off" });
    return redirect("/admin/security", { headers: { "Set-Cookie": toast } });
  }
  if (outcome.kind === "limited") return refuseTry(form, outcome, formId);
  return refuse(form, "That password is not right", { field: "password", formId });
}
