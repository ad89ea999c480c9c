import {
  findRegistrableBooking,
  registerCustomer as register,
} from "#app/features/customer/registration/register-customer.server.ts";
import { callerOf } from "#app/features/accounts/sessions/sign-in-cookies.server.ts";
import { tokenOfCall } from "#app/features/api/booking-access.server.ts";
import { bookingNotFound, invalid } from "#app/features/api/errors.ts";
import { registerCustomer } from "#app/features/api/operations/auth.ts";
import { apiRoute, serve } from "#app/features/api/serve.server.ts";
import { tooManyTries } from "#app/features/api/sign-in-answer.server.ts";

const route = apiRoute(
  serve(registerCustomer, async (call) => {
    const { bookingId, token, password } = await call.readBody();
    const { deps, request } = call;
    const booking = await findRegistrableBooking(deps, request, bookingId, tokenOfCall(request, token));
    if (!booking) throw bookingNotFound();
    const caller = await callerOf(call.scope, call.request);
    const passwords = { password, confirmPassword: password };
    const outcome = await register(call.deps, booking, passwords, caller);
    if (outcome.kind === "limited") throw tooManyTries(outcome);
    if (outcome.kind === "invalid-password") throw invalid({ password: [outcome.problem.message] });
    return call.reply(201, { success: true });
  }),
);

export const loader = route.loader;
export const action = route.action;
