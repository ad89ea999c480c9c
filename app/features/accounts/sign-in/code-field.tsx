import type { ComponentProps, ReactNode } from "react";
import { TextField } from "#app/forms/text-fields.tsx";

type CodeFieldProps = { field: ComponentProps<typeof TextField>["field"]; label: string; hint?: ReactNode };

export function CodeField({ field, label, hint }: CodeFieldProps) {
  return (
    <TextField
      field={field}
      label={label}
      hint={hint}
      inputMode="numeric"
      autoComplete="one-time-code"
      onInput={({ currentTarget: input }) => {
        input.value = input.value.replace(/\D/g, "").slice(0, 6);
      }}
    />
  );
}
