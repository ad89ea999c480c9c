import { useEffect, useRef, useState, type ReactNode } from "react";
import { PasswordField } from "#app/forms/password-field.tsx";
import { fieldOf, type FormState } from "#app/forms/use-step-form.ts";
import { Button } from "#app/ui/button.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { meetsAll, type PasswordRule } from "./password-rules.ts";

type NewPasswordFieldsProps = {
  form: FormState<{ password: string; confirmPassword: string }>;
  label?: string;
  rules: readonly PasswordRule[];
  button: string;
  disabledUntil: "rules-met" | "same";
  children?: ReactNode;
};

/** Only a script disables the button: without one the server says what is missing. */
export function NewPasswordFields({
  form,
  label = "Password",
  rules,
  button,
  disabledUntil,
  children,
}: NewPasswordFieldsProps) {
  const box = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState({ password: "", confirmPassword: "" });
  const isHydrated = useHydrated();
  const isReady =
    disabledUntil === "same" ? typed.password === typed.confirmPassword : meetsAll(rules, typed.password);

  const readInputs = () => {
    const value = (name: string) =>
      box.current?.querySelector<HTMLInputElement>(`input[name="${name}"]`)?.value ?? "";
    setTyped({ password: value("password"), confirmPassword: value("confirmPassword") });
  };
  useEffect(readInputs, []);

  return (
    <div ref={box} onInput={readInputs}>
      <PasswordField
        field={fieldOf(form, "password")}
        label={label}
        autoComplete="new-password"
        aria-describedby={`${fieldOf(form, "password").id}-rules`}
      />
      <PasswordChecklist
        id={`${fieldOf(form, "password").id}-rules`}
        rules={rules}
        password={isHydrated ? typed.password : null}
      />
      <PasswordField
        field={fieldOf(form, "confirmPassword")}
        label="Confirm password"
        autoComplete="new-password"
      />
      {children}
      <div className="actions">
        <Button disabled={isHydrated && !isReady}>{button}</Button>
      </div>
    </div>
  );
}

type PasswordChecklistProps = {
  id: string;
  rules: readonly PasswordRule[];
  password: string | null;
};

function PasswordChecklist({ id, rules, password }: PasswordChecklistProps) {
  return (
    <ul id={id} className="note mb-5" aria-label="Password requirements">
      {rules.map((rule) => {
        const isMet = password !== null && rule.isMet(password);
        return (
          <li key={rule.id} data-rule={rule.id} data-met={password === null ? undefined : isMet}>
            <span aria-hidden="true">{password === null ? "•" : isMet ? "✓" : "○"}</span> {rule.label}
            {isMet ? <span className="sr-only"> (met)</span> : null}
          </li>
        );
      })}
    </ul>
  );
}
