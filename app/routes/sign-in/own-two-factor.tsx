import { answerTwoFactorSettings } from "#app/features/accounts/security/answer-security.server.ts";
import { readTwoFactor } from "#app/features/accounts/security/two-factor.server.ts";
import { requireColleagueHere } from "#app/features/accounts/sign-in/guards.server.ts";
import { OWN_PAGES } from "#app/features/accounts/sign-in/sign-in-paths.ts";
import { once } from "#app/platform/http/once.server.ts";
import type { Route } from "./+types/own-two-factor";
import { Link, useActionData } from "react-router";
import { SignInPage } from "#app/features/accounts/sign-in/sign-in-page.tsx";
import { PostForm } from "#app/forms/post-form.tsx";
import { PasswordField } from "#app/forms/password-field.tsx";
import { StepForm } from "#app/forms/step-form.tsx";
import { fieldOf, useStepForm } from "#app/forms/use-step-form.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { PrintButton } from "#app/ui/print-button.tsx";
import type { AuthenticationCodeSchema } from "#app/features/accounts/sign-in/schema.ts";
import type { PasswordSchema } from "#app/features/accounts/security/change-password.server.ts";
import { Username } from "#app/features/accounts/password/username.tsx";
import { CodeField } from "#app/features/accounts/sign-in/code-field.tsx";

/** Posts, because a GET makes no key. */
function PrepareForm() {
  return (
    <PostForm className="stack">
      <p>
        You need an authenticator app on your phone, for example Google Authenticator, Microsoft Authenticator
        or 1Password.
      </p>
      <Button intent="prepare">Set up two-factor authentication</Button>
    </PostForm>
  );
}

function EnrolmentForm({ enrolment }: { enrolment: { key: string; qrSvg: string } }) {
  const form = useStepForm<typeof AuthenticationCodeSchema>({
    id: "enable",
    toastTitle: "Verification failed",
  });
  return (
    <div className="stack">
      <p>Scan this with your authenticator app, or type the key into it.</p>
      <div
        role="img"
        aria-label="QR code for your authenticator app"
        className="mx-auto w-48 max-w-full"
        dangerouslySetInnerHTML={{ __html: enrolment.qrSvg }}
      />
      <p>
        Key: <strong className="break-words">{enrolment.key}</strong>
      </p>
      <StepForm form={form}>
        <input type="hidden" name="intent" value="enable" />
        <CodeField
          field={fieldOf(form, "code")}
          label="Authentication code"
          hint="The six digits that the app shows."
        />
        <Button>Turn on</Button>
      </StepForm>
      <PostForm>
        <button className="link-button" name="intent" value="prepare">
          Make another key
        </button>
      </PostForm>
    </div>
  );
}

function RecoveryCodes({ codes }: { codes: string[] }) {
  return (
    <div className="stack">
      <Alert tone="good" heading="Two-factor authentication is on" isLive>
        <p>
          Keep these recovery codes somewhere safe. Each lets you in once when you do not have your phone.
          They are not shown again.
        </p>
      </Alert>
      <ul className="grid grid-cols-2 gap-2 font-mono" aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <PrintButton>Print recovery codes</PrintButton>
    </div>
  );
}

type PasswordGateProps = {
  email: string;
  id: "renew" | "disable";
  heading: string;
  text: string;
  button: string;
  isDanger?: boolean;
};

function PasswordGate({ email, id, heading, text, button, isDanger }: PasswordGateProps) {
  const form = useStepForm<typeof PasswordSchema>({ id, toastTitle: null });
  return (
    <section aria-labelledby={`${id}-heading`}>
      <h2 id={`${id}-heading`}>{heading}</h2>
      <p className="note mb-3">{text}</p>
      <StepForm form={form}>
        <input type="hidden" name="intent" value={id} />
        <Username email={email} />
        <PasswordField
          field={fieldOf(form, "password")}
          label="Your password"
          autoComplete="current-password"
        />
        <Button look={isDanger ? "danger" : "quiet"}>{button}</Button>
      </StepForm>
    </section>
  );
}

/** A user's own second factor: set up, renewed or turned off. */
export default function OwnTwoFactor({ loaderData }: Route.ComponentProps) {
  const { email, isOn, enrolment, kind } = loaderData;
  const { to, back } = OWN_PAGES[kind];
  const answer = useActionData<typeof answerTwoFactorSettings>();
  const recoveryCodes = answer && "recoveryCodes" in answer ? answer.recoveryCodes : null;
  return (
    <SignInPage heading="Two-Factor Authentication" footer={<Link to={to}>{back}</Link>}>
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

export async function loader({ request, context }: Route.LoaderArgs) {
  const { deps, user } = await requireColleagueHere(context, request);
  return { ...(await readTwoFactor(deps, user)), kind: user.kind };
}

export const action = once(async ({ request, context }: Route.ActionArgs) => {
  return answerTwoFactorSettings(await requireColleagueHere(context, request), request);
});

export { revalidateAfterRefusal as shouldRevalidate } from "#app/forms/revalidate-after-conflict.ts";
