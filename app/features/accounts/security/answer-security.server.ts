import type { SignedInUser } from "#app/features/accounts/session/principal.server.ts";
import { data, redirect } from "react-router";
import { byIntent } from "#app/forms/intent.ts";
import { parseForm } from "#app/forms/read-form.server.ts";
import { flashToast } from "#app/ui/toast.ts";
import {
  type PageAnswer,
  refuse,
  refusePassword,
  refuseTry,
} from "#app/features/accounts/sign-in/refuse.server.ts";
import { changePassword, ChangePasswordSchema, PasswordSchema } from "./change-password.server.ts";
import {
  endOtherSessions,
  endSession,
  forgetDevice,
} from "#app/features/accounts/session/end-access.server.ts";
import type { SignedInRequest } from "#app/features/accounts/sign-in/guards.server.ts";
import { LOGIN_MESSAGES } from "#app/features/accounts/record/messages.ts";
import { OWN_PAGES } from "#app/features/accounts/sign-in/sign-in-paths.ts";
import { signInClientOf } from "#app/features/accounts/sign-in/sign-in-cookies.server.ts";
import {
  disableTwoFactor,
  renewRecoveryCodes,
  enableTwoFactor,
  prepareTwoFactor,
} from "./two-factor.server.ts";
import { AuthenticationCodeSchema } from "#app/features/accounts/sign-in/schema.ts";

function back({ kind }: SignedInUser, title: string): Response {
  return redirect(OWN_PAGES[kind].to, { headers: { "Set-Cookie": flashToast({ title }) } });
}

/** Ends sessions and removes devices of the signed-in user alone: ids of others change nothing. */
export async function answerSecurity({ deps, user, by }: SignedInRequest, form: FormData): Promise<Response> {
  const id = String(form.get("id") ?? "");
  const done = async (ended: Promise<unknown>, title: string) => {
    await ended;
    return back(user, title);
  };
  const answers = {
    "end-session": () => done(endSession(deps, user, id, by), "Session ended"),
    "end-other-sessions": () => done(endOtherSessions(deps, user, by), "All other sessions ended"),
    "forget-device": () => done(forgetDevice(deps, user, id, by), "Device removed"),
  };
  return byIntent(form, answers, () => redirect(OWN_PAGES[user.kind].to));
}

/** Changes the password after the current one was right; ends all other sessions. 400 with messages by field. */
export async function answerChangePassword(
  { scope, user }: SignedInRequest,
  request: Request,
): Promise<PageAnswer> {
  const form = await request.formData();
  const parsed = parseForm(form, ChangePasswordSchema, "Please enter your current password");
  if (!parsed.ok) return data(parsed.reply, { status: 400 });
  const outcome = await changePassword(scope.deps, user, parsed.value, signInClientOf(scope, request));
  switch (outcome.kind) {
    case "changed":
      return back(user, "Password changed");
    case "limited":
      return refuseTry(form, outcome);
    case "refused":
      return refuse(form, "Your current password is not right", { field: "currentPassword" });
    case "invalid-password":
      return refusePassword(form, outcome.problem);
  }
}

/** Whom sign-in asks for a second factor. */
type SecondFactorRequest = SignedInRequest<"staff" | "assessor">;

/** Prepares, turns on, renews or turns off two-factor sign-in. Renewing and turning off need the password. */
export async function answerTwoFactorSettings(signedIn: SecondFactorRequest, request: Request) {
  const { deps, user } = signedIn;
  const form = await request.formData();
  const answers = {
    enable: () => enable(signedIn, request, form),
    disable: () => withPassword(signedIn, form, "disable"),
    renew: () => withPassword(signedIn, form, "renew"),
    prepare: () => prepareTwoFactor(deps, user),
  };
  const answered = await byIntent(form, answers, () => {});
  return answered ?? redirect(`${OWN_PAGES[user.kind].to}/two-factor`);
}

async function enable({ scope, user }: SecondFactorRequest, request: Request, form: FormData) {
  const options = { formId: "enable" };
  const parsed = parseForm(form, AuthenticationCodeSchema, LOGIN_MESSAGES.authenticationCodeNeeded, options);
  if (!parsed.ok) return data(parsed.reply, { status: 400 });
  const caller = signInClientOf(scope, request);
  const outcome = await enableTwoFactor(scope.deps, user, parsed.value.code, caller);
  if (outcome.kind === "enabled") return data({ recoveryCodes: outcome.recoveryCodes });
  if (outcome.kind === "limited") return refuseTry(form, outcome, "enable");
  return refuse(form, LOGIN_MESSAGES.codeRefused, { field: "code", formId: "enable" });
}

async function withPassword(
  { deps, user, by }: SecondFactorRequest,
  form: FormData,
  formId: "disable" | "renew",
) {
  const parsed = parseForm(form, PasswordSchema, "Please enter your password", { formId });
  if (!parsed.ok) return data(parsed.reply, { status: 400 });
  const change = formId === "disable" ? disableTwoFactor : renewRecoveryCodes;
  const outcome = await change(deps, user, parsed.value.password, by);
  if (outcome.kind === "renewed") return data({ recoveryCodes: outcome.recoveryCodes });
  if (outcome.kind === "disabled") return back(user, "Two-factor authentication is off");
  if (outcome.kind === "limited") return refuseTry(form, outcome, formId);
  return refuse(form, "That password is not right", { field: "password", formId });
}
