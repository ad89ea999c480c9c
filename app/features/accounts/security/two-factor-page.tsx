import { Link, useActionData } from "react-router";
import { SignInPage } from "#app/features/accounts/sign-in/sign-in-page.tsx";
import type { answerTwoFactorSettings } from "./answer-security.server.ts";
import { EnrolmentForm, PasswordGate, PrepareForm, RecoveryCodes } from "./two-factor-forms.tsx";
import type { readTwoFactor } from "./two-factor.server.ts";

type TwoFactorPageProps = Awaited<ReturnType<typeof readTwoFactor>> & { back: { label: string; to: string } };

/** A user's own second factor: set up, renewed or turned off. */
export function TwoFactorPage({ email, isOn, enrolment, back }: TwoFactorPageProps) {
  const answer = useActionData<typeof answerTwoFactorSettings>();
  const recoveryCodes = answer && "recoveryCodes" in answer ? answer.recoveryCodes : null;
  return (
    <SignInPage heading="Two-Factor Authentication" footer={<Link to={back.to}>{back.label}</Link>}>
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
