import type { ComponentProps } from "react";
import { DATE_PARTS, splitDate, type DatePart } from "./date-parts.ts";
import { FieldShell, textValue, type FieldProps } from "./field.tsx";
import type { Field, FormState } from "./use-step-form.ts";

/** A date in three text inputs, `name-day`, `name-month` and `name-year`. Saved values come from `joinDate`. */
export function DateField({ form, ...shell }: FieldProps<string> & { form: FormState }) {
  const { field } = shell;
  const saved = splitDate(textValue(field) ?? "");
  const typed = (part: DatePart) => form.values[`${field.name}-${part}`];
  return (
    <FieldShell
      {...shell}
      isGroup
      control={
        <DateInputs
          field={field}
          propsOf={(part) => ({
            defaultValue: typed(part) ?? saved[part],
            "aria-invalid": Boolean(field.errors?.length) || undefined,
          })}
        />
      }
    />
  );
}

type DateInputsProps = { field: Field; propsOf: (part: DatePart) => ComponentProps<"input"> };

export function DateInputs({ field, propsOf }: DateInputsProps) {
  return (
    <div className="date-parts">
      {DATE_PARTS.map(({ part, label }, index) => {
        const id = index === 0 ? field.id : `${field.id}-${part}`;
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
              {...propsOf(part)}
            />
          </div>
        );
      })}
    </div>
  );
}
