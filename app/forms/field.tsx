import type { ReactNode } from "react";
import { classes } from "#app/ui/classes.ts";
import type { Field } from "./use-step-form.ts";

export type FieldProps<Value = unknown> = {
  field: Field<Value>;
  label: ReactNode;
  hint?: ReactNode;
  isOptional?: boolean;
  isWide?: boolean;
  /** More below the control: an alert, a counter. */
  children?: ReactNode;
};

/** The ids that tie label, hint, messages and control together. `describedBy` adds ids; `isSuspect` marks the control
 * as wrong before the server says so. */
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

type FieldParts = ReturnType<typeof fieldParts>;
type ControlProps = FieldProps & { "aria-describedby"?: string; "aria-invalid"?: unknown };

/** Splits a field component's props into those of `FieldShell` and those of its control. */
export function splitFieldProps<Props extends ControlProps>(props: Props) {
  const { field, label, hint, isOptional, isWide, children, ...native } = props;
  const parts = fieldParts(field, hint, props["aria-describedby"], props["aria-invalid"] === true);
  return {
    shell: { field, label, hint, isOptional, isWide, children, parts },
    control: { className: "input", ...native, id: field.id, name: field.name, ...parts.aria },
  };
}

export function FieldMessages({ field, id }: { field: Field; id: string | undefined }) {
  if (!id) return null;
  return (
    <p className="field-error" id={id}>
      {field.errors!.join(" ")}
    </p>
  );
}

type FieldShellProps = FieldProps & {
  parts: FieldParts;
  /** A control with the field's id, or a group of controls under one legend. */
  control: ReactNode;
  isGroup?: boolean;
};

export function FieldShell(props: FieldShellProps) {
  const { field, label, hint, isOptional, isWide, parts, control, isGroup, children } = props;
  const [Shell, Label] = isGroup ? (["fieldset", "legend"] as const) : (["div", "label"] as const);
  return (
    <Shell
      className={classes("field", parts.isInvalid && "is-invalid", isWide && "is-wide")}
      aria-describedby={isGroup ? parts.aria["aria-describedby"] : undefined}
    >
      <Label {...(isGroup ? {} : { htmlFor: field.id })}>
        {label}
        {isOptional ? <span className="optional"> (optional)</span> : null}
      </Label>
      {hint ? (
        <p className="hint" id={parts.hintId}>
          {hint}
        </p>
      ) : null}
      <FieldMessages field={field} id={parts.errorId} />
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
