import type { ComponentProps } from "react";
import { FieldShell, splitFieldProps, textValue, type FieldProps } from "./field.tsx";

type Native<Tag extends "input" | "textarea"> = Omit<
  ComponentProps<Tag>,
  "id" | "name" | "children" | "defaultValue"
>;

export function TextField(props: FieldProps<string | number> & Native<"input">) {
  const { shell, native } = splitFieldProps(props);
  const { field, parts } = shell;
  return (
    <FieldShell
      {...shell}
      control={
        <input
          type="text"
          className="input"
          {...native}
          id={field.id}
          name={field.name}
          defaultValue={textValue(field)}
          {...parts.aria}
        />
      }
    />
  );
}

/** Grows with its text. */
export function TextArea(props: FieldProps<string> & Native<"textarea">) {
  const { shell, native } = splitFieldProps(props);
  const { field, parts } = shell;
  return (
    <FieldShell
      {...shell}
      control={
        <textarea
          className="input"
          rows={4}
          {...native}
          id={field.id}
          name={field.name}
          defaultValue={textValue(field)}
          {...parts.aria}
        />
      }
    />
  );
}
