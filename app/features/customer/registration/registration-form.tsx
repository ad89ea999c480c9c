import type { ReactNode } from "react";
import { Link } from "react-router";
import { StepForm } from "#app/forms/step-form.tsx";
import { useStepForm } from "#app/forms/use-step-form.ts";
import { Alert } from "#app/ui/alert.tsx";
import { REGISTRATION_MESSAGES } from "#app/features/accounts/messages.ts";
import { NewPasswordFields } from "#app/features/accounts/new-password-fields.tsx";
import { CUSTOMER_PASSWORD_RULES } from "#app/features/accounts/password-rules.ts";
import type { NewPasswordSchema } from "#app/features/accounts/schema.ts";

function toastTitle(reply: unknown): string {
  const summary = (reply as { summary?: string } | undefined)?.summary;
  return summary === REGISTRATION_MESSAGES.tooShort
    ? REGISTRATION_MESSAGES.tooShortTitle
    : REGISTRATION_MESSAGES.failedTitle;
}

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
    toastTitle: toastTitle(reply),
  });
  return (
    <StepForm form={form} {...(inline ? { navigate: false, ...inline } : {})}>
      {inline ? <input type="hidden" name="inline" value="yes" /> : null}
      <div className="field">
        <label htmlFor="register-email">Email</label>
        <p className="hint" id="register-email-hint">
          Taken from your booking.
        </p>
        <input
          id="register-email"
          className="input"
          type="email"
          name="email"
          value={email}
          readOnly
          autoComplete="username"
          aria-describedby="register-email-hint"
        />
      </div>
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
