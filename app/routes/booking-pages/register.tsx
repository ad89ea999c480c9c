import { Link, data, redirect } from "react-router";
import { requestScope, type RequestScope } from "#app/context.ts";
import {
  findRegistrableBooking,
  registerCustomer,
} from "#app/features/after-booking/customer/register-customer.server.ts";
import {
  RegistrationForm,
  RegistrationSuccess,
} from "#app/features/after-booking/customer/registration-form.tsx";
import { SignInPage } from "#app/features/accounts/sign-in/sign-in-page.tsx";
import { bookingNotFoundPage } from "#app/features/booking/record/guards.server.ts";
import { once } from "#app/platform/http/once.server.ts";
import type { Route } from "./+types/register";
import { parseForm } from "#app/forms/read-form.server.ts";
import { REGISTRATION_MESSAGES } from "#app/features/accounts/record/messages.ts";
import { refusePassword, refuseTry } from "#app/features/accounts/sign-in/refuse.server.ts";
import { NewPasswordSchema } from "#app/features/accounts/sign-in/schema.ts";
import { signInClientOf } from "#app/features/accounts/sign-in/sign-in-cookies.server.ts";

async function requireRegistrableBooking({ deps }: RequestScope, request: Request, bookingId: string) {
  const booking = await findRegistrableBooking(deps, request, bookingId);
  if (!booking) throw bookingNotFoundPage();
  return booking;
}

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const booking = await requireRegistrableBooking(context.get(requestScope), request, params.bookingId);
  const query = new URL(request.url).searchParams;
  const skip = withParameter(request.url, "account", "skip");
  return {
    email: booking.referrer_email,
    isRegistered: query.has("registered"),
    backHref: `/booking/confirmation/${booking.id}?${skip}`,
  };
}

/** The query of an address with one more parameter: a token in it opens the next page too. */
function withParameter(url: string, name: string, value: string): URLSearchParams {
  const query = new URL(url).searchParams;
  query.set(name, value);
  return query;
}

/** The widget sends `inline` and shows the success itself. The answer does not say whether the address
 * had an account. */
export const action = once(async ({ request, params, context }: Route.ActionArgs) => {
  const scope = context.get(requestScope);
  const booking = await requireRegistrableBooking(scope, request, params.bookingId);
  const form = await request.formData();
  const parsed = parseForm(form, NewPasswordSchema, REGISTRATION_MESSAGES.failed);
  if (!parsed.ok) return data(parsed.reply, { status: 400 });
  const outcome = await registerCustomer(scope.deps, booking, parsed.value, signInClientOf(scope, request));
  if (outcome.kind === "limited") return refuseTry(form, outcome);
  if (outcome.kind === "invalid-password") {
    const { problem } = outcome;
    const title = problem.code === "too-short" ? REGISTRATION_MESSAGES.tooShortTitle : undefined;
    return refusePassword(form, problem, title);
  }
  if (form.get("inline")) return data({ isRegistered: true as const });
  return redirect(`/booking/register/${booking.id}?${withParameter(request.url, "registered", "")}`);
});

export default function Register({ loaderData, actionData }: Route.ComponentProps) {
  const { email, isRegistered, backHref } = loaderData;
  return (
    <SignInPage
      heading="Create an account"
      footer={<Link to={backHref}>{isRegistered ? "Back to your booking" : "Skip"}</Link>}
    >
      {isRegistered ? (
        <RegistrationSuccess email={email} />
      ) : (
        <RegistrationForm email={email} reply={actionData} />
      )}
    </SignInPage>
  );
}
