import { answerTwoFactorSettings } from "#app/features/accounts/security/answer-security.server.ts";
import { once } from "#app/platform/http/once.server.ts";
import { Link } from "react-router";
import { readEnrolment } from "#app/features/accounts/security/two-factor.server.ts";
import { requireStaff } from "#app/features/accounts/sign-in/guards.server.ts";
import { SignInPage } from "#app/features/accounts/sign-in/sign-in-page.tsx";
import {
  EnrolmentForm,
  PasswordGate,
  PrepareForm,
  RecoveryCodes,
} from "#app/features/accounts/security/two-factor-forms.tsx";
import type { Route } from "./+types/two-factor";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { deps, user: staff } = await requireStaff(context, request);
  return { email: staff.email, isOn: staff.hasTwoFactor, enrolment: await readEnrolment(deps, staff) };
}

export const action = once(answerTwoFactorSettings);

export { revalidateAfterRefusal as shouldRevalidate } from "#app/forms/revalidate-after-conflict.ts";

export default function TwoFactorSettings({ loaderData, actionData }: Route.ComponentProps) {
  const { email, isOn, enrolment } = loaderData;
  const recoveryCodes = actionData && "recoveryCodes" in actionData ? actionData.recoveryCodes : null;
  return (
    <SignInPage
      heading="Two-Factor Authentication"
      footer={<Link to="/admin/security">Back to Security</Link>}
    >
      {recoveryCodes ? (
        <RecoveryCodes codes={recoveryCodes} />
      ) : isOn ? (
        <div className="stack">
          <p>Two-factor authentication is on.</p>
          <PasswordGate
            email={email}
            id="renew"
            heading="New recovery codes"
            text="Your present codes stop working."
            button="Make new recovery codes"
          />
          <PasswordGate
            email={email}
            id="disable"
            heading="Turn it off"
            text="Signing in on a new device will ask for an emailed code instead."
            button="Turn off two-factor authentication"
            isDanger
          />
        </div>
      ) : enrolment ? (
        <EnrolmentForm enrolment={enrolment} />
      ) : (
        <PrepareForm />
      )}
    </SignInPage>
  );
}
