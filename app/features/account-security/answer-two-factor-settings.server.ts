import { data, redirect } from "react-router";
import type { RequestScope } from "#app/context.ts";
import { parseForm, refuseForm } from "#app/forms/read-form.server.ts";
import { flashToast } from "#app/ui/flash-toast.ts";
import { disableTwoFactor, renewRecoveryCodes } from "./disable-two-factor.server.ts";
import { enableTwoFactor, prepareTwoFactor } from "./enrol-two-factor.server.ts";
import type { StaffPrincipal } from "#app/features/accounts/guards.server.ts";
import { LOGIN_MESSAGES } from "#app/features/accounts/sign-in/messages.ts";
import { waitMessage } from "#app/features/accounts/wait-message.ts";
import { AuthenticationCodeSchema } from "#app/features/accounts/sign-in/schema.ts";
import { PasswordSchema } from "./schema.ts";
import { callerOf } from "#app/features/accounts/sessions/sign-in-cookies.server.ts";
import type { Limited, Refused } from "#app/features/accounts/caller.ts";

const PASSWORD_WRONG = "That password is not right";

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
  return refused(form, "enable", "code", outcome, LOGIN_MESSAGES.codeRefused);
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
  return refused(form, formId, "password", outcome, PASSWORD_WRONG);
}

function refused(form: FormData, formId: string, field: string, outcome: Refused | Limited, message: string) {
  return outcome.kind === "limited"
    ? data(refuseForm(form, waitMessage(outcome.retryAfterSeconds), {}, { formId }), { status: 429 })
    : data(refuseForm(form, message, { [field]: [message] }, { formId }), { status: 400 });
}
