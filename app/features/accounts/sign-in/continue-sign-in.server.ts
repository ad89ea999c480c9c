import { data, redirect } from "react-router";
import type { RequestScope } from "#app/context.ts";
import { refuseForm } from "#app/forms/read-form.server.ts";
import { flashToast } from "#app/ui/flash-toast.ts";
import type { SignInAttempt } from "#app/features/accounts/security/authenticator.server.ts";
import { landAfterSignIn, nextSignInPage, type PageAnswer } from "./land-after-sign-in.server.ts";
import { LOGIN_MESSAGES } from "./messages.ts";
import { sendCode } from "./send-code.server.ts";
import { pendingStateHeaders, type PendingState } from "./sign-in-cookies.server.ts";

type Accepted = Extract<SignInAttempt, { isAccepted: true }>;

/** The toast of SPEC section 8; the page says the same. */
export const CODE_SENT_TOAST = {
  title: "Verification code sent",
  description: "Please check your email for the verification code",
};

/** Leads from a right password to the next page: the code, the second factor, the new password, or the dashboard. */
export async function continueSignIn(
  scope: RequestScope,
  request: Request,
  { outcome, caller, form }: Accepted,
): Promise<PageAnswer> {
  const { deps } = scope;
  const goTo = async (path: string, state: PendingState) =>
    redirect(nextSignInPage(request, path), { headers: await pendingStateHeaders(deps, state) });

  if (outcome.kind === "signed-in") return landAfterSignIn(deps, request, outcome);
  if (outcome.kind === "needs-password") {
    return goTo("/admin/login/create-password", { token: outcome.token });
  }
  const { signInId } = outcome;
  if (outcome.kind === "needs-two-factor") return goTo("/admin/login/2fa", { signInId });

  const sent = await sendCode(deps, { signInId }, caller);
  if (sent.kind === "limited") {
    return data(refuseForm(form, LOGIN_MESSAGES.codeSendFailed), { status: 429 });
  }
  const headers = await pendingStateHeaders(deps, { signInId });
  headers.append("Set-Cookie", flashToast(CODE_SENT_TOAST));
  return redirect(nextSignInPage(request, "/admin/login/otp"), { headers });
}
