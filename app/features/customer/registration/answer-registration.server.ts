import { data, redirect } from "react-router";
import type { RequestScope } from "#app/context.ts";
import { parseForm, refuseForm } from "#app/forms/read-form.server.ts";
import type { BookingRow } from "#app/features/booking/tables.ts";
import { REGISTRATION_MESSAGES } from "#app/features/accounts/passwords/messages.ts";
import { waitMessage } from "#app/features/accounts/wait-message.ts";
import { refusePassword } from "#app/features/accounts/passwords/new-password.server.ts";
import { registerCustomer } from "./register-customer.server.ts";
import { NewPasswordSchema } from "#app/features/accounts/passwords/schema.ts";
import { callerOf } from "#app/features/accounts/sessions/sign-in-cookies.server.ts";

/** Answers a registration form. The widget sends `inline` and shows the success itself; a plain form goes on to
 * `donePath`. The answer does not say whether the address had an account. */
export async function answerRegistration(
  scope: RequestScope,
  request: Request,
  booking: BookingRow,
  donePath: string,
) {
  const form = await request.formData();
  const parsed = parseForm(form, NewPasswordSchema, REGISTRATION_MESSAGES.failed);
  if (!parsed.ok) return data(parsed.reply, { status: 400 });
  const outcome = await registerCustomer(scope.deps, booking, parsed.value, await callerOf(scope, request));
  if (outcome.kind === "limited") {
    return data(refuseForm(form, waitMessage(outcome.retryAfterSeconds)), { status: 429 });
  }
  if (outcome.kind === "invalid-password") {
    return refusePassword(form, outcome.problem);
  }
  return form.get("inline") ? data({ isRegistered: true as const }) : redirect(donePath);
}
