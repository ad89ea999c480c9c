import type { ComponentProps } from "react";
import { fieldParts, FieldShell, textValue, type FieldProps } from "./field.tsx";

type Native<Tag extends "input" | "textarea"> = Omit<
  ComponentProps<Tag>,
  "id" | "name" | "children" | "defaultValue"
>;

/** A one-line text input. Native attributes pass through. */
export function TextField(props: FieldProps & Native<"input">) {
  const {
    field,
    label,
    hint,
    isOptional,
    isWide,
    children,
    "aria-describedby": describedBy,
    ...native
  } = props;
  const parts = fieldParts(field, hint, describedBy, native["aria-invalid"] === true);
  return (
    <FieldShell
      {...{ field, label, hint, isOptional, isWide, parts, children }}
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

/** A text area that grows with what is written. */
export function TextArea(props: FieldProps & Native<"textarea">) {
  const {
    field,
    label,
    hint,
    isOptional,
    isWide,
    children,
    "aria-describedby": describedBy,
    ...native
  } = props;
  const parts = fieldParts(field, hint, describedBy, native["aria-invalid"] === true);
  return (
    <FieldShell
      {...{ field, label, hint, isOptional, isWide, parts, children }}
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
