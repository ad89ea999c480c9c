import { data, redirect } from "react-router";
import type { RequestScope } from "#app/context.ts";
import { refuseForm } from "#app/forms/read-form.server.ts";
import { flashToast } from "#app/ui/flash-toast.ts";
import {
  pendingStateHeaders,
  type PendingState,
} from "#app/features/accounts/sessions/sign-in-cookies.server.ts";
import { authenticateForm, SignInRefused, type SignInAttempt } from "./authenticator.server.ts";
import type { BeginOutcome } from "./begin-sign-in.server.ts";
import { landAfterSignIn, nextSignInPage, type PageAnswer } from "./land-after-sign-in.server.ts";
import { CUSTOMER_MESSAGES, LOGIN_MESSAGES } from "./messages.ts";
import { sendCode } from "./send-code.server.ts";

export const CODE_SENT_TOAST = {
  title: "Verification code sent",
  description: "Please check your email for the verification code",
};

type GoOn = (scope: RequestScope, request: Request, attempt: SignInAttempt) => Promise<PageAnswer>;

async function answerLogin(scope: RequestScope, request: Request, goOn: GoOn): Promise<PageAnswer> {
  try {
    return await goOn(scope, request, await authenticateForm(scope, request));
  } catch (error) {
    if (error instanceof SignInRefused) return data(error.reply, { status: error.status });
    throw error;
  }
}

export const answerStaffLogin = (scope: RequestScope, request: Request) =>
  answerLogin(scope, request, continueSignIn);

/** Answers the customer login, which refuses accounts that need another step. */
export const answerCustomerLogin = (scope: RequestScope, request: Request) =>
  answerLogin(scope, request, signCustomerIn);

async function continueSignIn(
  scope: RequestScope,
  request: Request,
  { outcome, caller, form }: SignInAttempt,
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

const signCustomerIn: GoOn = async (scope, request, { outcome, form }) => {
  if (outcome.kind === "signed-in") return landAfterSignIn(scope.deps, request, outcome);
  return data(refuseForm(form, customerRefusal(outcome.kind)), { status: 403 });
};

export function customerRefusal(kind: Exclude<BeginOutcome["kind"], "signed-in">): string {
  switch (kind) {
    case "needs-code":
    case "needs-password":
      return CUSTOMER_MESSAGES.needsSetup;
    case "needs-two-factor":
      return CUSTOMER_MESSAGES.needsTwoFactor;
    default:
      return CUSTOMER_MESSAGES.failed;
  }
}
