import { data, redirect, type ActionFunctionArgs } from "react-router";
import { Authenticator } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import { requestScope, type RequestScope } from "#app/context.ts";
import { intentOf } from "#app/forms/intent.ts";
import { parseForm } from "#app/forms/read-form.server.ts";
import { flashToast, type Toast } from "#app/ui/toast.ts";
import { beginSignIn, type BeginOutcome } from "./begin-sign-in.server.ts";
import type { SignInClient } from "#app/features/accounts/record/caller.ts";
import { completeSignIn, createPassword, verifyTwoFactor } from "./finish-sign-in.server.ts";
import { requirePendingSignIn, requireTemporaryToken } from "./guards.server.ts";
import {
  CODE_MESSAGES,
  CUSTOMER_MESSAGES,
  LOGIN_MESSAGES,
  PASSWORD_MESSAGES,
} from "#app/features/accounts/record/messages.ts";
import { refuse, refusePassword, refuseTry, type PageAnswer } from "./refuse.server.ts";
import { AuthenticationCodeSchema, CodeSchema, LoginSchema, NewPasswordSchema } from "./schema.ts";
import { sendCode, verifyCode } from "./sign-in-code.server.ts";
import {
  signInClientOf,
  pendingStateHeaders,
  signedInHeaders,
  type PendingState,
} from "./sign-in-cookies.server.ts";
import { landingPath, nextSignInPage } from "./sign-in-paths.ts";
import type { SignedIn } from "#app/features/accounts/session/start-session.server.ts";

/** Answers to the forms of the sign-in pages, in the order in which somebody meets them. */

type Asked = Pick<ActionFunctionArgs, "request" | "context">;

const CODE_SENT = flashToast({
  title: "Verification code sent",
  description: "Please check your email for the verification code",
});
const NEW_DEVICE_TOAST = { title: "Login successful", description: "New device verified successfully" };

function goOn(scope: RequestScope, request: Request, path: string, state: PendingState): Response {
  const headers = pendingStateHeaders(scope.deps, state);
  return redirect(nextSignInPage(request, path), { headers });
}

function land({ deps }: RequestScope, request: Request, signedIn: SignedIn, toast?: Toast): Response {
  const headers = signedInHeaders(deps, signedIn);
  if (toast) headers.append("Set-Cookie", flashToast(toast));
  return redirect(landingPath(request, signedIn.user.roleName), { headers });
}

type Accepted = {
  outcome: Exclude<BeginOutcome, { kind: "refused" | "limited" | "wrong-two-factor-code" }>;
  caller: SignInClient;
  form: FormData;
};
type SignInAttempt = { refusal: PageAnswer } | Accepted;

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
  const caller = signInClientOf(scope, request, parsed.value.deviceFingerprint);
  const outcome = await beginSignIn(scope.deps, parsed.value, caller);
  if (outcome.kind === "limited") return { refusal: refuseTry(form, outcome) };
  if (outcome.kind === "refused" || outcome.kind === "wrong-two-factor-code") {
    return { refusal: refuse(form, LOGIN_MESSAGES.refused) };
  }
  return { outcome, caller, form };
}

/** Signs staff and assessors in, or leads on to the code, the second factor or a new password. Refused:
 * 400, 403, 429. */
export async function answerStaffLogin(scope: RequestScope, request: Request): Promise<PageAnswer> {
  const attempt = await authenticateForm(scope, request);
  if ("refusal" in attempt) return attempt.refusal;
  const { outcome, caller, form } = attempt;
  if (outcome.kind === "signed-in") return land(scope, request, outcome);
  if (outcome.kind === "needs-password") {
    return goOn(scope, request, "/admin/login/create-password", { token: outcome.token });
  }
  const { signInId } = outcome;
  if (outcome.kind === "needs-two-factor") return goOn(scope, request, "/admin/login/2fa", { signInId });
  const sent = await sendCode(scope.deps, { signInId }, caller);
  if (sent.kind === "limited") return refuse(form, LOGIN_MESSAGES.codeSendFailed, { status: 429 });
  const headers = pendingStateHeaders(scope.deps, { signInId });
  headers.append("Set-Cookie", CODE_SENT);
  return redirect(nextSignInPage(request, "/admin/login/otp"), { headers });
}

/** Signs customers in. Unknown addresses and wrong passwords get the same answer, in the same time. */
export async function answerCustomerLogin(scope: RequestScope, request: Request): Promise<PageAnswer> {
  const attempt = await authenticateForm(scope, request);
  if ("refusal" in attempt) return attempt.refusal;
  const { outcome, form } = attempt;
  if (outcome.kind === "signed-in") return land(scope, request, outcome);
  return refuse(form, customerRefusal(outcome.kind), { status: 403 });
}

/** The sentence for a customer whose sign-in needs a step that customers do not have. */
export function customerRefusal(kind: Exclude<BeginOutcome["kind"], "signed-in">): string {
  if (kind === "needs-code" || kind === "needs-password") return CUSTOMER_MESSAGES.needsSetup;
  return kind === "needs-two-factor" ? CUSTOMER_MESSAGES.needsTwoFactor : CUSTOMER_MESSAGES.failed;
}

/** Checks the mailed code, or mails another one (`intent=resend`). Five attempts a code; 429 past the limit. */
export async function answerCode({ request, context }: Asked): Promise<PageAnswer> {
  const scope = context.get(requestScope);
  const { signInId } = await requirePendingSignIn(scope, request);
  const form = await request.formData();
  if (intentOf(form) === "resend") {
    const sent = await sendCode(scope.deps, { signInId }, signInClientOf(scope, request));
    if (sent.kind === "limited") return refuse(form, LOGIN_MESSAGES.codeSendFailed, { status: 429 });
    return redirect(nextSignInPage(request, "/admin/login/otp"), { headers: { "Set-Cookie": CODE_SENT } });
  }
  const parsed = parseForm(form, CodeSchema, LOGIN_MESSAGES.codeFormat);
  if (!parsed.ok) return data(parsed.reply, { status: 400 });
  const { code, deviceFingerprint } = parsed.value;
  const verified = await verifyCode(scope.deps, { signInId, code });
  if (verified.kind === "refused") return refuse(form, CODE_MESSAGES[verified.problem]);
  const { token } = verified;
  if (verified.needsPassword) return goOn(scope, request, "/admin/login/create-password", { token });
  const outcome = await completeSignIn(scope.deps, token, signInClientOf(scope, request, deviceFingerprint));
  if (outcome.kind !== "signed-in") return refuse(form, LOGIN_MESSAGES.completeFailed);
  return land(scope, request, outcome, NEW_DEVICE_TOAST);
}

/** Checks a code of the authenticator app or a recovery code; each works once. */
export async function answerTwoFactor({ request, context }: Asked): Promise<PageAnswer> {
  const scope = context.get(requestScope);
  const { signInId } = await requirePendingSignIn(scope, request);
  const form = await request.formData();
  const formId = form.get("method") === "recovery" ? "recovery" : "two-factor";
  const summary = LOGIN_MESSAGES.authenticationCodeNeeded;
  const parsed = parseForm(form, AuthenticationCodeSchema, summary, { formId });
  if (!parsed.ok) return data(parsed.reply, { status: 400 });
  const { code, deviceFingerprint } = parsed.value;
  const caller = signInClientOf(scope, request, deviceFingerprint);
  const outcome = await verifyTwoFactor(scope.deps, { signInId, code }, caller);
  if (outcome.kind === "signed-in") return land(scope, request, outcome);
  if (outcome.kind === "needs-password") {
    return goOn(scope, request, "/admin/login/create-password", { token: outcome.token });
  }
  if (outcome.kind === "ended") return redirect("/admin/login?reason=expired");
  if (outcome.kind === "limited") return refuseTry(form, outcome, formId);
  return refuse(form, LOGIN_MESSAGES.codeRefused, { formId });
}

/** Replaces the temporary password and signs in. The token of the pending sign-in proves the right to it. */
export async function answerCreatePassword({ request, context }: Asked): Promise<PageAnswer> {
  const scope = context.get(requestScope);
  const { token } = await requireTemporaryToken(scope, request);
  const form = await request.formData();
  const parsed = parseForm(form, NewPasswordSchema, PASSWORD_MESSAGES.fullRule);
  if (!parsed.ok) return data(parsed.reply, { status: 400 });
  const caller = signInClientOf(scope, request, parsed.value.deviceFingerprint);
  const outcome = await createPassword(scope.deps, { token, ...parsed.value }, caller);
  if (outcome.kind === "refused") return refuse(form, LOGIN_MESSAGES.createPasswordFailed);
  if (outcome.kind === "invalid-password") return refusePassword(form, outcome.problem);
  return land(scope, request, outcome, { title: "Password created successfully" });
}
