import { data, redirect } from "react-router";
import type { RequestScope } from "#app/context.ts";
import { parseForm } from "#app/forms/read-form.server.ts";
import { flashToast } from "#app/ui/flash-toast.ts";
import {
  pendingStateHeaders,
  type PendingState,
  callerOf,
} from "#app/features/accounts/sessions/sign-in-cookies.server.ts";
import { type BeginOutcome, beginSignIn } from "./begin-sign-in.server.ts";
import { landAfterSignIn, nextSignInPage, type PageAnswer } from "./land-after-sign-in.server.ts";
import { CUSTOMER_MESSAGES, LOGIN_MESSAGES } from "./messages.ts";
import { sendCode } from "./sign-in-code.server.ts";
import { Authenticator } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import type { Caller } from "#app/features/accounts/caller.ts";
import { refuse, refuseTry } from "#app/features/accounts/refuse.server.ts";
import { LoginSchema } from "./schema.ts";

/** `refusal` is the page's answer to a form that is refused. */
type SignInAttempt =
  | { refusal: PageAnswer }
  | {
      refusal?: undefined;
      outcome: Exclude<BeginOutcome, { kind: "refused" | "limited" | "wrong-two-factor-code" }>;
      caller: Caller;
      form: FormData;
    };
type Accepted = Exclude<SignInAttempt, { refusal: PageAnswer }>;

/** Checks e-mail and password of a posted form, by remix-auth's form strategy. */
async function authenticateForm(scope: RequestScope, request: Request): Promise<SignInAttempt> {
  const authenticator = new Authenticator<SignInAttempt>().use(
    new FormStrategy(({ form }) => verifyForm(scope, request, form)),
    "password",
  );
  // remix-auth reads its own copy. Reading here first answers a body that is not a form with 400 or 413.
  await request.clone().formData();
  return authenticator.authenticate("password", request);
}

async function verifyForm(scope: RequestScope, request: Request, form: FormData): Promise<SignInAttempt> {
  const parsed = parseForm(form, LoginSchema, LOGIN_MESSAGES.bothNeeded);
  if (!parsed.ok) return { refusal: data(parsed.reply, { status: 400 }) };
  const caller = await callerOf(scope, request, parsed.value.deviceFingerprint);
  const outcome = await beginSignIn(scope.deps, parsed.value, caller);
  switch (outcome.kind) {
    case "limited":
      return { refusal: refuseTry(form, outcome) };
    case "refused":
    case "wrong-two-factor-code":
      return { refusal: refuse(form, LOGIN_MESSAGES.refused) };
    default:
      return { outcome, caller, form };
  }
}

export const CODE_SENT_TOAST = {
  title: "Verification code sent",
  description: "Please check your email for the verification code",
};

export async function answerStaffLogin(scope: RequestScope, request: Request): Promise<PageAnswer> {
  const attempt = await authenticateForm(scope, request);
  return attempt.refusal ?? continueSignIn(scope, request, attempt);
}

/** Answers the customer login, which refuses accounts that need another step. */
export async function answerCustomerLogin(scope: RequestScope, request: Request): Promise<PageAnswer> {
  const attempt = await authenticateForm(scope, request);
  if (attempt.refusal) return attempt.refusal;
  const { outcome, form } = attempt;
  if (outcome.kind === "signed-in") return landAfterSignIn(scope.deps, request, outcome);
  return refuse(form, customerRefusal(outcome.kind), { status: 403 });
}

async function continueSignIn(
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
  if (sent.kind === "limited") return refuse(form, LOGIN_MESSAGES.codeSendFailed, { status: 429 });
  const headers = await pendingStateHeaders(deps, { signInId });
  headers.append("Set-Cookie", flashToast(CODE_SENT_TOAST));
  return redirect(nextSignInPage(request, "/admin/login/otp"), { headers });
}

export function customerRefusal(kind: Exclude<BeginOutcome["kind"], "signed-in">): string {
  if (kind === "needs-code" || kind === "needs-password") return CUSTOMER_MESSAGES.needsSetup;
  return kind === "needs-two-factor" ? CUSTOMER_MESSAGES.needsTwoFactor : CUSTOMER_MESSAGES.failed;
}
