import { data, Link, redirect } from "react-router";
import {
  confirmEmail,
  isOwnConfirmationLink,
  resendConfirmation,
} from "#app/features/after-booking/customer/confirm-email.server.ts";
import {
  ConfirmationCard,
  confirmationState,
} from "#app/features/after-booking/customer/confirmation-card.tsx";
import { requireCustomer } from "#app/features/accounts/sign-in/guards.server.ts";
import { SignInPage } from "#app/features/accounts/sign-in/sign-in-page.tsx";
import { flashToast } from "#app/ui/toast.ts";
import { once } from "#app/platform/http/once.server.ts";
import type { Route } from "./+types/verify-email";
import { intentOf } from "#app/forms/intent.ts";

const PAGE = "/customer/verify-email";
const tokenOf = (request: Request) => new URL(request.url).searchParams.get("token") ?? "";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { deps, user: customer } = await requireCustomer(context, request);
  const isLive = await isOwnConfirmationLink(deps, customer, tokenOf(request));
  const state = confirmationState(customer.isEmailConfirmed, isLive, new URL(request.url).searchParams);
  return data({ email: customer.email, state }, { status: state === "dead" ? 404 : 200 });
}

export const action = once(async ({ request, context }: Route.ActionArgs) => {
  const { deps, user: customer, by } = await requireCustomer(context, request);
  const form = await request.formData();
  if (intentOf(form) === "resend") {
    const sent = await resendConfirmation(deps, customer);
    return redirect(sent.kind === "sent" ? `${PAGE}?sent` : `${PAGE}?limited`);
  }
  const outcome = await confirmEmail(deps, customer, tokenOf(request), by.requestId);
  if (outcome.kind === "refused") return data(null, { status: 400 });
  if (outcome.kind === "taken") return data({ state: "taken" as const }, { status: 409 });
  const toast = flashToast({ title: "Email address confirmed" });
  return redirect("/customer/dashboard", { headers: { "Set-Cookie": toast } });
});

export { revalidateAfterRefusal as shouldRevalidate } from "#app/forms/revalidate-after-conflict.ts";

export default function VerifyEmail({ loaderData, actionData }: Route.ComponentProps) {
  const { email, state } = { ...loaderData, ...actionData };
  return (
    <SignInPage
      heading="Confirm your email address"
      footer={<Link to="/customer/dashboard">Go to your bookings</Link>}
    >
      <ConfirmationCard email={email} state={state} />
    </SignInPage>
  );
}
