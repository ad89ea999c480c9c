import { Authenticator } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import type { RequestScope } from "#app/context.ts";
import { parseForm, refuseForm, type FormReply } from "#app/forms/read-form.server.ts";
import { beginSignIn, type BeginOutcome } from "#app/features/accounts/sign-in/begin-sign-in.server.ts";
import { LOGIN_MESSAGES, waitMessage } from "#app/features/accounts/sign-in/messages.ts";
import { LoginForm } from "#app/features/accounts/schema.ts";
import { callerOf } from "#app/features/accounts/sign-in/sign-in-cookies.server.ts";
import type { Caller } from "#app/features/accounts/sign-in/sign-in.ts";

type Accepted = Exclude<BeginOutcome, { kind: "refused" | "limited" | "wrong-two-factor-code" }>;

/** A sign-in form as far as it went: an answer for the page, or what comes next. */
export type SignInAttempt =
  | { isAccepted: false; reply: FormReply; status: 400 | 429 }
  | { isAccepted: true; outcome: Accepted; caller: Caller; form: FormData };

/** Checks e-mail and password of a posted form: remix-auth's form strategy over our own use case. */
export async function authenticateForm(scope: RequestScope, request: Request): Promise<SignInAttempt> {
  // The strategy reads a copy of its own, on which the server's refusal of what is no form (400, 413) is lost: ask first.
  await request.clone().formData();
  const authenticator = new Authenticator<SignInAttempt>().use(
    new FormStrategy(async ({ form }) => attempt(scope, request, form)),
    "password",
  );
  return authenticator.authenticate("password", request);
}

async function attempt(scope: RequestScope, request: Request, form: FormData): Promise<SignInAttempt> {
  const parsed = parseForm(form, LoginForm, LOGIN_MESSAGES.bothNeeded);
  if (!parsed.ok) return { isAccepted: false, reply: parsed.reply, status: 400 };
  const caller = await callerOf(scope, request, parsed.value.deviceFingerprint);
  const outcome = await beginSignIn(scope.deps, parsed.value, caller);
  if (outcome.kind === "limited") {
    return {
      isAccepted: false,
      reply: refuseForm(form, waitMessage(outcome.retryAfterSeconds)),
      status: 429,
    };
  }
  if (outcome.kind === "refused" || outcome.kind === "wrong-two-factor-code") {
    return { isAccepted: false, reply: refuseForm(form, LOGIN_MESSAGES.refused), status: 400 };
  }
  return { isAccepted: true, outcome, caller, form };
}
