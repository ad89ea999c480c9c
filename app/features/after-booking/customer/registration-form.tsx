import { type ReactNode, useEffect, useRef, useState } from "react";
import { Link, useFetcher, useLocation, useSearchParams } from "react-router";
import { StepForm } from "#app/forms/step-form.tsx";
import { TextField } from "#app/forms/text-fields.tsx";
import { useStepForm } from "#app/forms/use-step-form.ts";
import { Alert } from "#app/ui/alert.tsx";
import { REGISTRATION_MESSAGES } from "#app/features/accounts/record/messages.ts";
import { NewPasswordFields } from "#app/features/accounts/password/new-password-fields.tsx";
import { CUSTOMER_PASSWORD_RULES } from "#app/features/accounts/password/password-rules.ts";
import type { NewPasswordSchema } from "#app/features/accounts/sign-in/schema.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";

type RegistrationFormProps = {
  email: string;
  reply: unknown;
  inline?: { action: string; fetcherKey: string };
  children?: ReactNode;
};

export function RegistrationForm({ email, reply, inline, children }: RegistrationFormProps) {
  const form = useStepForm<typeof NewPasswordSchema>({
    id: "register",
    reply,
    toastTitle: REGISTRATION_MESSAGES.failedTitle,
  });
  return (
    <StepForm form={form} {...(inline ? { navigate: false, ...inline } : {})}>
      {inline ? <input type="hidden" name="inline" value="yes" /> : null}
      <TextField
        field={{ id: "register-email", name: "email", initialValue: email, errors: undefined }}
        label="Email"
        hint="Taken from your booking."
        type="email"
        readOnly
        autoComplete="username"
      />
      <NewPasswordFields
        form={form}
        rules={CUSTOMER_PASSWORD_RULES}
        button="Create Account"
        disabledUntil="same"
      />
      {children}
    </StepForm>
  );
}

export function RegistrationSuccess({ email }: { email: string }) {
  return (
    <Alert tone="good" heading="Account created" isLive>
      <p>
        You can now <Link to="/customer/login">sign in to your account</Link> and see this booking there. We
        have sent an email to {email}: it says what to do so that your other bookings appear as well.
      </p>
    </Alert>
  );
}

const FETCHER = "register";

/** Offers an account on a booking's page; Continue as Guest or Skip hide it. Without JavaScript the form has its own
 * page, and the URL remembers that the offer was hidden. */
export function RegistrationWidget({ bookingId, email }: { bookingId: string; email: string }) {
  const [view, setView] = useState<"prompt" | "form" | "away">("prompt");
  const fetcher = useFetcher<unknown>({ key: FETCHER });
  const { search } = useLocation();
  const isRegistered = (fetcher.data as { isRegistered?: boolean } | undefined)?.isRegistered;
  const box = useRef<HTMLDivElement>(null);

  // The pressed button is gone: the focus moves to what replaced it.
  useEffect(() => {
    if (view !== "prompt" && document.activeElement === document.body) box.current?.focus();
  }, [view, isRegistered]);

  if (view === "away" || new URLSearchParams(search).get("account") === "skip") return null;
  const formPath = `/booking/register/${bookingId}${search}`;

  return (
    <div ref={box} tabIndex={-1} role="group" aria-label="Create an account">
      <Card heading="Create an account" className="no-print">
        {isRegistered ? (
          <RegistrationSuccess email={email} />
        ) : view === "form" ? (
          <RegistrationForm
            email={email}
            reply={fetcher.data}
            inline={{ action: formPath, fetcherKey: FETCHER }}
          >
            <p className="mt-3">
              <button type="button" className="link-button" onClick={() => setView("away")}>
                Skip
              </button>
            </p>
          </RegistrationForm>
        ) : (
          <AccountPrompt formPath={formPath} onChoose={setView} />
        )}
      </Card>
    </div>
  );
}

type AccountPromptProps = { formPath: string; onChoose: (view: "form" | "away") => void };

function AccountPrompt({ formPath, onChoose }: AccountPromptProps) {
  const isHydrated = useHydrated();
  const [search] = useSearchParams();
  const away = new URLSearchParams(search);
  away.set("account", "skip");
  return (
    <>
      <p>
        With an account you can see your bookings and referral forms in one place. It is optional: your
        booking is complete without one.
      </p>
      <div className="actions">
        {isHydrated ? (
          <>
            <Button type="button" onClick={() => onChoose("form")}>
              Create Account
            </Button>
            <Button type="button" look="quiet" onClick={() => onChoose("away")}>
              Continue as Guest
            </Button>
          </>
        ) : (
          <>
            <ButtonLink to={formPath}>Create Account</ButtonLink>
            <ButtonLink look="quiet" to={`?${away}`}>
              Continue as Guest
            </ButtonLink>
          </>
        )}
      </div>
    </>
  );
}
