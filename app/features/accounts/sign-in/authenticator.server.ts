import { Authenticator } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import type { RequestScope } from "#app/context.ts";
import { parseForm, refuseForm, type FormReply } from "#app/forms/read-form.server.ts";
import type { Caller } from "#app/features/accounts/caller.ts";
import { callerOf } from "#app/features/accounts/sessions/sign-in-cookies.server.ts";
import { waitMessage } from "#app/features/accounts/wait-message.ts";
import { beginSignIn, type BeginOutcome } from "./begin-sign-in.server.ts";
import { LOGIN_MESSAGES } from "./messages.ts";
import { LoginSchema } from "./schema.ts";

/** The outcome of a right password, and the form that was sent. */
export type SignInAttempt = {
  outcome: Exclude<BeginOutcome, { kind: "refused" | "limited" | "wrong-two-factor-code" }>;
  caller: Caller;
  form: FormData;
};

/** Thrown when a form is refused; holds what its page says. */
export class SignInRefused extends Error {
  readonly reply: FormReply;
  readonly status: 400 | 429;

  constructor(reply: FormReply, status: 400 | 429) {
    super(reply.summary);
    this.reply = reply;
    this.status = status;
  }
}

/** Checks e-mail and password of a posted form, by remix-auth's form strategy. Throws `SignInRefused`. */
export async function authenticateForm(scope: RequestScope, request: Request): Promise<SignInAttempt> {
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
  if (!parsed.ok) throw new SignInRefused(parsed.reply, 400);
  const caller = await callerOf(scope, request, parsed.value.deviceFingerprint);
  const outcome = await beginSignIn(scope.deps, parsed.value, caller);
  switch (outcome.kind) {
    case "limited":
      throw new SignInRefused(refuseForm(form, waitMessage(outcome.retryAfterSeconds)), 429);
    case "refused":
    case "wrong-two-factor-code":
      throw new SignInRefused(refuseForm(form, LOGIN_MESSAGES.refused), 400);
    default:
      return { outcome, caller, form };
  }
}
