import { Link, NavLink, replace } from "react-router";
import { requestScope } from "#app/context.ts";
import {
  answerCustomerLogin,
  answerStaffLogin,
} from "#app/features/accounts/sign-in/answer-sign-in.server.ts";
import { landingPath, loginPageOf } from "#app/features/accounts/sign-in/sign-in-paths.ts";
import { LoginForm, LoginNotice } from "#app/features/accounts/sign-in/login-form.tsx";
import { findPrincipal } from "#app/features/accounts/session/principal.server.ts";
import { SignInPage } from "#app/features/accounts/sign-in/sign-in-page.tsx";
import { once } from "#app/platform/http/once.server.ts";
import type { Route } from "./+types/login";

const kindOf = (request: Request) => (loginPageOf(request) === "/customer/login" ? "customer" : "staff");

export async function loader({ request, context }: Route.LoaderArgs) {
  const kind = kindOf(request);
  const principal = await findPrincipal(context.get(requestScope).deps, request);
  if (principal.kind === kind) throw replace(landingPath(request, principal.roleName));
  return { kind, reason: new URL(request.url).searchParams.get("reason") } as const;
}

export const action = once(async ({ request, context }: Route.ActionArgs) => {
  const answer = kindOf(request) === "staff" ? answerStaffLogin : answerCustomerLogin;
  return answer(context.get(requestScope), request);
});

const PAGES = {
  staff: {
    heading: "Admin Login",
    lead: "For our staff and assessors.",
    footer: (
      <p>
        <Link to="/admin/login/reset">Forgotten your password?</Link>
      </p>
    ),
  },
  customer: {
    heading: "Customer Login",
    lead: "See your bookings and your referral forms.",
    footer: (
      <>
        <p>
          <Link to="/customer/login/reset">Forgotten your password?</Link>
        </p>
        <p>
          No account yet? <Link to="/booking">Make a booking first</Link>
        </p>
        <p>
          Lost the link to a booking? <Link to="/lost-link">Have it sent again</Link>
        </p>
        <p>
          <Link to="/">Back to Home</Link>
        </p>
      </>
    ),
  },
};

const WHO = [
  { label: "Customer login", to: "/customer/login" },
  { label: "Staff login", to: "/admin/login" },
];

export default function Login({ loaderData: { kind, reason } }: Route.ComponentProps) {
  const who = (
    <nav className="site-nav" aria-label="Who signs in">
      <span>Customer or staff?</span>
      {WHO.map(({ label, to }) => (
        <NavLink key={to} to={to} end>
          {label}
        </NavLink>
      ))}
    </nav>
  );
  return (
    <SignInPage {...PAGES[kind]} above={who}>
      <LoginNotice reason={reason} />
      <LoginForm />
    </SignInPage>
  );
}
