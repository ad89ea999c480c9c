import { data, redirect } from "react-router";
import type { RequestScope } from "#app/context.ts";
import { parseForm, refuseForm } from "#app/forms/read-form.server.ts";
import { flashToast } from "#app/ui/flash-toast.ts";
import type { PageAnswer } from "#app/features/accounts/sign-in/land-after-sign-in.server.ts";
import { refusePassword } from "#app/features/accounts/passwords/new-password.server.ts";
import { changePassword } from "./change-password.server.ts";
import {
  endOtherSessions,
  endSession,
  forgetDevice,
} from "#app/features/accounts/sessions/end-sessions.server.ts";
import type { CustomerPrincipal, StaffPrincipal } from "#app/features/accounts/guards.server.ts";
import { waitMessage } from "#app/features/accounts/wait-message.ts";
import { ChangePasswordSchema } from "./schema.ts";
import { callerOf } from "#app/features/accounts/sessions/sign-in-cookies.server.ts";

type SignedIn = StaffPrincipal | CustomerPrincipal;

const PAGES = { staff: "/admin/security", customer: "/customer/account" };

function back({ kind }: SignedIn, title: string): Response {
  return redirect(PAGES[kind], { headers: { "Set-Cookie": flashToast({ title }) } });
}

/** Ends sessions or forgets a device, depending on the button. */
export async function answerSecurity(
  { deps, requestId }: RequestScope,
  principal: SignedIn,
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
  principal: SignedIn,
): Promise<PageAnswer> {
  const form = await request.formData();
  const parsed = parseForm(form, ChangePasswordSchema, "Please enter your current password");
  if (!parsed.ok) return data(parsed.reply, { status: 400 });
  const outcome = await changePassword(scope.deps, principal, parsed.value, await callerOf(scope, request));
  switch (outcome.kind) {
    case "changed":
      return back(principal, "Password changed");
    case "limited":
      return data(refuseForm(form, waitMessage(outcome.retryAfterSeconds)), { status: 429 });
    case "refused": {
      const message = "Your current password is not right";
      return data(refuseForm(form, message, { currentPassword: [message] }), { status: 400 });
    }
    case "invalid-password":
      return refusePassword(form, outcome.problem);
  }
}
