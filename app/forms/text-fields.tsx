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

/** Everywhere in the United Kingdom. */
const IN_DANGER = "If somebody is in danger now, call 999.";

type TextAreaProps = FieldProps<string> &
  Native<"textarea"> & {
    /** Somebody may write about a person here: the hint says where to turn when that person is in danger. */
    isAboutPerson?: boolean;
  };

export function TextArea({ isAboutPerson = false, ...given }: TextAreaProps) {
  const hint = isAboutPerson ? (
    <>
      {given.hint} <span className="inline-block">{IN_DANGER}</span>
    </>
  ) : (
    given.hint
  );
  const props = { ...given, hint };
  const { shell, control } = splitFieldProps(props);
  return (
    <FieldShell
      {...shell}
      control={<textarea rows={4} {...control} defaultValue={textValue(props.field)} />}
    />
  );
}
