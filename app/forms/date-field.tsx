import { DATE_PARTS, splitDate } from "./date-parts.ts";
import { fieldParts, FieldsetShell, textValue, type FieldProps } from "./field.tsx";
import type { FormState } from "./use-step-form.ts";

/** A date in three text inputs, `name-day`, `name-month` and `name-year`. Saved values come from `joinDate`. */
export function DateField({ form, ...shell }: FieldProps<string> & { form: FormState }) {
  const { field } = shell;
  const parts = fieldParts(field, shell.hint);
  const saved = splitDate(textValue(field) ?? "");
  return (
    <FieldsetShell
      {...shell}
      parts={parts}
      control={
        <div className="date-parts">
          {DATE_PARTS.map(({ part, label }, index) => {
            const id = index === 0 ? field.id : `${field.id}-${part}`;
            const typed = form.values[`${field.name}-${part}`];
            return (
              <div key={part}>
                <label htmlFor={id}>{label}</label>
                <input
                  type="text"
                  inputMode="numeric"
                  className="input"
                  autoComplete="off"
                  id={id}
                  name={`${field.name}-${part}`}
                  defaultValue={typeof typed === "string" ? typed : saved[part]}
                  aria-invalid={parts.isInvalid || undefined}
                />
              </div>
            );
          })}
        </div>
      }
    />
  );
}
