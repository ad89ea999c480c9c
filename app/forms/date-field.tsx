import { fieldParts, FieldsetShell, textValue, type FieldProps } from "./field.tsx";
import type { StepFormState } from "./use-step-form.ts";

const PARTS = [
  { suffix: "day", label: "Day" },
  { suffix: "month", label: "Month" },
  { suffix: "year", label: "Year" },
] as const;

/**
 * A date that one knows by heart, in three text inputs `name-day`, `name-month` and `name-year` (DESIGN section 8). A saved
 * value is `YYYY-MM-DD`; a refused one comes back as it was typed.
 */
export function DateField({ form, ...shell }: FieldProps & { form: StepFormState }) {
  const { field } = shell;
  const parts = fieldParts(field, shell.hint);
  const [year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(textValue(field) ?? "")?.slice(1) ?? [];
  const saved = { day: day?.replace(/^0/, ""), month: month?.replace(/^0/, ""), year };
  return (
    <FieldsetShell
      {...shell}
      parts={parts}
      control={
        <div className="date-parts">
          {PARTS.map(({ suffix, label }, index) => {
            const id = index === 0 ? field.id : `${field.id}-${suffix}`;
            const typed = form.values[`${field.name}-${suffix}`];
            return (
              <div key={suffix}>
                <label htmlFor={id}>{label}</label>
                <input
                  type="text"
                  inputMode="numeric"
                  className="input"
                  autoComplete="off"
                  id={id}
                  name={`${field.name}-${suffix}`}
                  defaultValue={(typeof typed === "string" ? typed : undefined) ?? saved[suffix]}
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
