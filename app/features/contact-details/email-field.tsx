import { useState } from "react";
import { afterRelease } from "#app/ui/after-release.ts";
import { textValue } from "#app/forms/field.tsx";
import { TextField } from "#app/forms/text-fields.tsx";
import { setControl, type LiveValues } from "#app/forms/use-live-form.ts";
import type { Field } from "#app/forms/use-step-form.ts";
import { Button, inPlaceOfSubmit } from "#app/ui/button.tsx";
import { checkEmail, isEmailKept } from "./email.ts";
import { FieldAlert } from "./field-alert.tsx";

type EmailFieldProps = {
  field: Field<string>;
  keptField: Field<string>;
  live: LiveValues;
  label?: string;
  hint?: string;
  autoComplete?: "email" | "off";
};

export function EmailField({
  field,
  keptField,
  live,
  label = "Email",
  hint = "We send the booking reference here.",
  autoComplete = "email",
}: EmailFieldProps) {
  const email = live[field.name]?.[0]?.trim() ?? "";
  const kept = live[keptField.name]?.at(-1) ?? "";
  const [leftAs, setLeftAs] = useState<string | null>(null);
  const [closedFor, setClosedFor] = useState<string | null>(null);
  const problem = checkEmail(email, { isTypoAllowed: isEmailKept(email, kept) });
  const isRefused = problem !== null && (field.errors?.includes(problem.message) ?? false);
  const isLeft = leftAs === email && email !== "";
  const hasNews = isRefused ? problem?.suggestion !== undefined : isLeft;
  const isAlertShown = problem !== null && closedFor !== email && hasNews;

  return (
    <TextField
      field={field}
      type="email"
      label={label}
      hint={hint}
      autoComplete={autoComplete}
      autoCapitalize="none"
      spellCheck={false}
      aria-invalid={isAlertShown || undefined}
      onBlur={({ target }) => afterRelease(() => setLeftAs(target.value.trim()))}
    >
      <input hidden readOnly id={keptField.id} name={keptField.name} defaultValue={textValue(keptField)} />
      {isAlertShown ? (
        <FieldAlert onClose={() => setClosedFor(email)}>
          {isRefused ? null : <p>{problem.message}</p>}
          {problem.suggestion ? (
            <Suggestion email={email} field={field} keptField={keptField} suggestion={problem.suggestion} />
          ) : null}
        </FieldAlert>
      ) : null}
    </TextField>
  );
}

type SuggestionProps = Pick<EmailFieldProps, "field" | "keptField"> & { email: string; suggestion: string };

function Suggestion({ email, suggestion, field, keptField }: SuggestionProps) {
  const set = ({ id }: Field, value: string) =>
    inPlaceOfSubmit(() => setControl(document.getElementById(id) as HTMLInputElement, value));
  return (
    <>
      <p>
        Did you mean <strong>{suggestion}</strong>?
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button isSmall intent="use-suggestion" onClick={set(field, suggestion)}>
          {`Use ${suggestion}`}
        </Button>
        <Button isSmall look="quiet" name={keptField.name} value={email} onClick={set(keptField, email)}>
          Keep my address
        </Button>
      </div>
    </>
  );
}
