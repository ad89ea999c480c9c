import type { ComponentProps } from "react";
import { FieldShell, splitFieldProps, textValue, type FieldProps } from "./field.tsx";

type Native<Tag extends "input" | "textarea"> = Omit<
  ComponentProps<Tag>,
  "id" | "name" | "children" | "defaultValue"
>;

export function TextField(props: FieldProps<string | number> & Native<"input">) {
  const { shell, control } = splitFieldProps(props);
  return (
    <FieldShell
      {...shell}
      control={<input type="text" {...control} defaultValue={textValue(props.field)} />}
    />
  );
}

export function TextArea(props: FieldProps<string> & Native<"textarea">) {
  const { shell, control } = splitFieldProps(props);
  return (
    <FieldShell
      {...shell}
      control={<textarea rows={4} {...control} defaultValue={textValue(props.field)} />}
    />
  );
}
