import { data, Link, redirect } from "react-router";
import { requestScope } from "#app/context.ts";
import { NewPasswordFields } from "#app/features/accounts/password/new-password-fields.tsx";
import { CUSTOMER_PASSWORD_RULES } from "#app/features/accounts/password/password-rules.ts";
import { Username } from "#app/features/accounts/password/username.tsx";
import { REGISTRATION_MESSAGES } from "#app/features/accounts/record/messages.ts";
import { actorOf, findPrincipal } from "#app/features/accounts/session/principal.server.ts";
import { refusePassword, refuseTry } from "#app/features/accounts/sign-in/refuse.server.ts";
import { signedInHeaders, signInClientOf } from "#app/features/accounts/sign-in/sign-in-cookies.server.ts";
import { SignInPage } from "#app/features/accounts/sign-in/sign-in-page.tsx";
import { loginPath } from "#app/features/accounts/sign-in/sign-in-paths.ts";
import {
  hasAccount,
  joinOrganisation,
  openInvitation,
  registerMember,
  type Invitation,
} from "#app/features/organisations/record/invitation.server.ts";
import { JoinSchema } from "#app/features/organisations/record/join-schema.ts";
import { requireOrganisations } from "#app/features/organisations/record/member-guards.server.ts";
import { organisationPath } from "#app/features/organisations/record/paths.ts";
import { parseForm } from "#app/forms/read-form.server.ts";
import { PostForm } from "#app/forms/post-form.tsx";
import { StepForm } from "#app/forms/step-form.tsx";
import { TextField } from "#app/forms/text-fields.tsx";
import { fieldOf, useStepForm } from "#app/forms/use-step-form.ts";
import { once } from "#app/platform/http/once.server.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import type { Route } from "./+types/join";

const MAX_TOKEN = 100;

/** The invitation that the address opens, and how this visitor may use it; null alike for one that is used, late, taken
 * back, or of another address. */
async function readJoin(context: Route.LoaderArgs["context"], request: Request, membershipId: string) {
  const { deps } = requireOrganisations(context);
  const token = new URL(request.url).searchParams.get("token")?.slice(0, MAX_TOKEN) ?? "";
  const invitation = await openInvitation(deps, membershipId, token);
  if (!invitation) return null;
  const principal = await findPrincipal(deps, request);
  if (principal.kind === "visitor") {
    const way = (await hasAccount(deps, invitation)) ? ("sign-in" as const) : ("register" as const);
    return { invitation, principal, way };
  }
  if (principal.kind !== "customer" || principal.emailKey !== invitation.email_key) return null;
  const isOwned = !principal.isEmailConfirmed && (await hasAccount(deps, invitation));
  return { invitation, principal, way: isOwned ? ("sign-in" as const) : ("join" as const) };
}

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const join = await readJoin(context, request, params.membershipId);
  if (!join) return data(null, { status: 404 });
  const { pathname, search } = new URL(request.url);
  const { organisation, email_key: email } = join.invitation;
  const { way, principal } = join;
  const isUnconfirmed = principal.kind === "customer" && !principal.isEmailConfirmed;
  return data({
    organisation,
    email,
    way,
    isUnconfirmed,
    signIn: loginPath("customer", pathname + search),
  });
}

const welcome = ({ organisation_id: id }: Invitation) => organisationPath("", { id });

export const action = once(async ({ request, params, context }: Route.ActionArgs) => {
  const scope = context.get(requestScope);
  const join = await readJoin(context, request, params.membershipId);
  if (!join) throw redirect(new URL(request.url).pathname);
  const { invitation, principal, way } = join;
  if (way === "join" && principal.kind === "customer") {
    const by = { actor: actorOf(principal), requestId: scope.requestId };
    if (await joinOrganisation(scope.deps, invitation, principal, by)) throw redirect(welcome(invitation));
  }
  if (way !== "register") throw redirect(new URL(request.url).pathname);
  const form = await request.formData();
  const parsed = parseForm(form, JoinSchema, REGISTRATION_MESSAGES.failed);
  if (!parsed.ok) return data(parsed.reply, { status: 400 });
  const outcome = await registerMember(scope.deps, invitation, parsed.value, signInClientOf(scope, request));
  if (outcome.kind === "limited") return refuseTry(form, outcome);
  if (outcome.kind === "invalid-password") return refusePassword(form, outcome.problem);
  if (outcome.kind === "refused") throw redirect(new URL(request.url).pathname);
  throw redirect(welcome(invitation), { headers: signedInHeaders(scope.deps, outcome) });
});

export default function Join({ loaderData: join }: Route.ComponentProps) {
  if (!join)
    return (
      <SignInPage heading="This invitation cannot be used">
        <p>
          An invitation works once, within 48 hours, and for the email address alone that it was sent to. If
          you are signed in with another address, sign out and open it again.
        </p>
        <p>Ask for a new invitation: whoever invited you can send one.</p>
      </SignInPage>
    );
  const { organisation, email, way, signIn, isUnconfirmed } = join;
  return (
    <SignInPage
      heading={`Join ${organisation}`}
      lead="You book in its name, or see its bookings, as far as your role there lets you."
    >
      {way === "register" ? <Registration email={email} /> : null}
      {way === "sign-in" ? (
        <>
          <p className="mb-4">You have an account with {email}. Sign in, then join.</p>
          <ButtonLink to={signIn}>Sign in</ButtonLink>
        </>
      ) : null}
      {way === "join" ? (
        <PostForm>
          <p className="mb-4">
            You are signed in with {email}.{" "}
            {isUnconfirmed ? "This link confirms that the address is yours." : null}
          </p>
          <Button>Join</Button>
        </PostForm>
      ) : null}
      {way === "register" ? (
        <p className="mt-4">
          Already have an account with another address? Ask for an invitation to that one.{" "}
          <Link to="/privacy">Privacy</Link>
        </p>
      ) : null}
    </SignInPage>
  );
}

function Registration({ email }: { email: string }) {
  const form = useStepForm<typeof JoinSchema>({ id: "join" });
  return (
    <StepForm form={form}>
      <Username email={email} />
      <p className="mb-4">Your email address is {email}.</p>
      <TextField field={fieldOf(form, "firstName")} label="First name" autoComplete="given-name" />
      <TextField field={fieldOf(form, "lastName")} label="Last name" autoComplete="family-name" />
      <NewPasswordFields form={form} rules={CUSTOMER_PASSWORD_RULES} button="Join" disabledUntil="same" />
    </StepForm>
  );
}
