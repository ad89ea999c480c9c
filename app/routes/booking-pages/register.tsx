import { Link } from "react-router";
import { requestScope, type RequestScope } from "#app/context.ts";
import { answerRegistration } from "#app/features/customer/registration/answer-registration.server.ts";
import { findRegistrableBooking } from "#app/features/customer/registration/find-registrable-booking.server.ts";
import {
  RegistrationForm,
  RegistrationSuccess,
} from "#app/features/customer/registration/registration-form.tsx";
import { SignInPage } from "#app/features/accounts/sign-in/sign-in-page.tsx";
import { bookingNotFoundPage } from "#app/features/booking/guards.server.ts";
import type { Route } from "./+types/register";

async function requireRegistrableBooking({ deps }: RequestScope, request: Request, bookingId: string) {
  const booking = await findRegistrableBooking(deps, request, bookingId);
  if (!booking) throw bookingNotFoundPage();
  return booking;
}

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const booking = await requireRegistrableBooking(context.get(requestScope), request, params.bookingId);
  const isRegistered = new URL(request.url).searchParams.has("registered");
  return { bookingId: booking.id, email: booking.referrer_email, isRegistered };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const scope = context.get(requestScope);
  const booking = await requireRegistrableBooking(scope, request, params.bookingId);
  return answerRegistration(scope, request, booking, `/booking/register/${booking.id}?registered`);
}

export default function Register({ loaderData, actionData }: Route.ComponentProps) {
  const { bookingId, email, isRegistered } = loaderData;
  const back = `/booking/confirmation/${bookingId}`;
  return (
    <SignInPage
      heading="Create an account"
      isRefused={actionData !== undefined}
      footer={<Link to={`${back}?account=skip`}>{isRegistered ? "Back to your booking" : "Skip"}</Link>}
    >
      {isRegistered ? (
        <RegistrationSuccess email={email} />
      ) : (
        <RegistrationForm email={email} reply={actionData} />
      )}
    </SignInPage>
  );
}
