import type { ReactNode } from "react";
import { classes } from "#app/ui/classes.ts";
import { BoxNumber } from "./box-number.tsx";
import type { Field } from "./use-step-form.ts";

export type FieldProps<Value = unknown> = {
  field: Field<Value>;
  label: ReactNode;
  hint?: ReactNode;
  isOptional?: boolean;
  isWide?: boolean;
  children?: ReactNode;
};

/** `describedBy` adds ids; `isSuspect` marks the control as wrong before the server says so. */
export function fieldParts(field: Field, hint: ReactNode, describedBy?: string, isSuspect = false) {
  const isInvalid = Boolean(field.errors?.length);
  const hintId = hint ? `${field.id}-hint` : undefined;
  const errorId = isInvalid ? `${field.id}-error` : undefined;
  return {
    hintId,
    errorId,
    isInvalid,
    aria: {
      "aria-describedby": classes(hintId, errorId, describedBy) || undefined,
      "aria-invalid": isInvalid || isSuspect || undefined,
    },
  };
}

type ControlProps = FieldProps & { "aria-describedby"?: string; "aria-invalid"?: unknown };

export function splitFieldProps<Props extends ControlProps>(props: Props) {
  const { field, label, hint, isOptional, isWide, children, ...native } = props;
  const { aria } = fieldParts(field, hint, props["aria-describedby"], props["aria-invalid"] === true);
  return {
    shell: { field, label, hint, isOptional, isWide, children },
    control: { className: "input", ...native, id: field.id, name: field.name, ...aria },
  };
}

export function FieldMessages({ field, id }: { field: Field; id: string | undefined }) {
  if (!id) return null;
  return (
    <p className="field-error" id={id}>
      {field.errors!.join("\n")}
    </p>
  );
}

type FieldShellProps = FieldProps & { control: ReactNode; isGroup?: boolean };

export function FieldShell(props: FieldShellProps) {
  const { field, label, hint, isOptional, isWide, control, isGroup, children } = props;
  const { hintId, errorId, isInvalid, aria } = fieldParts(field, hint);
  const [Shell, Label] = isGroup ? (["fieldset", "legend"] as const) : (["div", "label"] as const);
  return (
    <Shell
      className={classes("field", isInvalid && "is-invalid", isWide && "is-wide")}
      aria-describedby={isGroup ? aria["aria-describedby"] : undefined}
    >
      <Label {...(isGroup ? {} : { htmlFor: field.id })}>
        <BoxNumber name={field.name} />
        {label}
        {isOptional ? <span className="optional"> (optional)</span> : null}
      </Label>
      {hint ? (
        <p className="hint" id={hintId}>
          {hint}
        </p>
      ) : null}
      <FieldMessages field={field} id={errorId} />
      {control}
      {children}
    </Shell>
  );
}

export function textValue(field: Field): string | undefined {
  return typeof field.initialValue === "string" ? field.initialValue : field.initialValue?.[0];
}

export function listValue(field: Field): string[] {
  return [field.initialValue ?? []].flat();
}
