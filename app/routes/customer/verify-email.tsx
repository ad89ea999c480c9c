import { data, Form, Link, redirect } from "react-router";
import { requestScope } from "#app/context.ts";
import { confirmEmail, isOwnConfirmationLink } from "#app/features/accounts/confirm-email.server.ts";
import { requireCustomer } from "#app/features/accounts/guards.server.ts";
import { SignInPage } from "#app/features/accounts/sign-in-page.tsx";
import { flashToast } from "#app/ui/flash-toast.ts";
import { Button } from "#app/ui/button.tsx";
import type { Route } from "./+types/verify-email";

const tokenOf = (request: Request) => new URL(request.url).searchParams.get("token") ?? "";

export async function loader({ request, context }: Route.LoaderArgs) {
  const scope = context.get(requestScope);
  const customer = await requireCustomer(scope, request);
  const isLive = await isOwnConfirmationLink(scope.deps, customer, tokenOf(request));
  const state = customer.isEmailConfirmed ? "confirmed" : isLive ? "live" : "dead";
  return data({ email: customer.email, state }, { status: state === "dead" ? 404 : 200 });
}

export async function action({ request, context }: Route.ActionArgs) {
  const scope = context.get(requestScope);
  const customer = await requireCustomer(scope, request);
  const outcome = await confirmEmail(scope.deps, customer, tokenOf(request), scope.requestId);
  if (outcome.kind === "refused") return data(null, { status: 400 });
  const toast = flashToast({ title: "Email address confirmed" });
  return redirect("/customer/dashboard", { headers: { "Set-Cookie": toast } });
}

export const meta: Route.MetaFunction = () => [];

export default function VerifyEmail({ loaderData: { email, state } }: Route.ComponentProps) {
  return (
    <SignInPage
      heading="Confirm your email address"
      footer={<Link to="/customer/dashboard">Go to your bookings</Link>}
    >
      {state === "live" ? (
        <Form method="post" className="stack">
          <p>
            Please confirm that <strong>{email}</strong> is your address. Your other bookings with this
            address will then appear in your account.
          </p>
          <Button>Confirm Email Address</Button>
        </Form>
      ) : state === "confirmed" ? (
        <p>{email} is confirmed. Your bookings with this address appear in your account.</p>
      ) : (
        <p>
          This link has been used already, is too old, or belongs to another account. You can ask for a new
          one from the page with your bookings.
        </p>
      )}
    </SignInPage>
  );
}
