import { PasswordField } from "#app/forms/password-field.tsx";
import { useLiveForm } from "#app/forms/use-live-form.ts";
import { fieldOf, type FormState } from "#app/forms/use-step-form.ts";
import { Button } from "#app/ui/button.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { REGISTRATION_MESSAGES } from "#app/features/accounts/record/messages.ts";
import { meetsAll, type PasswordRule } from "./password-rules.ts";

type NewPasswordFieldsProps = {
  form: FormState<{ password: string; confirmPassword: string }>;
  label?: string;
  rules: readonly PasswordRule[];
  button: string;
  disabledUntil?: "rules-met" | "same";
};

/** Only a script disables the button: without one the server says what is missing. */
export function NewPasswordFields({
  form,
  label = "Password",
  rules,
  button,
  disabledUntil = "rules-met",
}: NewPasswordFieldsProps) {
  const live = useLiveForm(form);
  const isHydrated = useHydrated();
  const [password = "", repeated = ""] = [live.password?.[0], live.confirmPassword?.[0]];
  const rulesId = `${fieldOf(form, "password").id}-rules`;
  const isReady = disabledUntil === "same" ? password === repeated : meetsAll(rules, password);

  return (
    <>
      <PasswordField
        field={fieldOf(form, "password")}
        label={label}
        autoComplete="new-password"
        aria-describedby={rulesId}
      />
      <ul id={rulesId} className="note mb-5" aria-label="Password requirements">
        {rules.map((rule) => {
          const isMet = isHydrated && rule.isMet(password);
          return (
            <li key={rule.id} data-rule={rule.id} data-met={isHydrated ? isMet : undefined}>
              <span aria-hidden="true">{!isHydrated ? "•" : isMet ? "✓" : "○"}</span> {rule.label}
              {isMet ? <span className="sr-only"> (met)</span> : null}
            </li>
          );
        })}
      </ul>
      <PasswordField
        field={fieldOf(form, "confirmPassword")}
        label="Confirm password"
        autoComplete="new-password"
      >
        <p className="field-error" role="status">
          {disabledUntil === "same" && !password.startsWith(repeated) ? REGISTRATION_MESSAGES.mismatch : null}
        </p>
      </PasswordField>
      <div className="actions">
        <Button disabled={isHydrated && !isReady}>{button}</Button>
      </div>
    </>
  );
}
