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

export type FieldParts = {
  hintId: string | undefined;
  errorId: string | undefined;
  isInvalid: boolean;
  aria: { "aria-describedby": string | undefined; "aria-invalid": true | undefined };
};

/** The ids that tie label, hint, messages and control together. `describedBy` adds ids; `isSuspect` marks the control
 * as wrong before the server says so. */
export function fieldParts(
  field: Field,
  hint: ReactNode,
  describedBy?: string,
  isSuspect = false,
): FieldParts {
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

/** Splits a field component's props into those of `FieldShell` and those of the control. */
export function splitFieldProps<Props extends ControlProps>(props: Props) {
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
  const parts = fieldParts(field, hint, describedBy, props["aria-invalid"] === true);
  return { shell: { field, label, hint, isOptional, isWide, children, parts }, native };
}

function OptionalMark() {
  return <span className="optional"> (optional)</span>;
}

export function FieldMessages({ field, id }: { field: Field; id: string | undefined }) {
  if (!id) return null;
  return (
    <p className="field-error" id={id}>
      {field.errors!.join(" ")}
    </p>
  );
}

type FieldShellProps = FieldProps & { parts: FieldParts; control: ReactNode };

export function FieldShell(shell: FieldShellProps) {
  return (
    <div className={shellClasses(shell)}>
      <label htmlFor={shell.field.id}>
        <LabelText {...shell} />
      </label>
      <ShellBody {...shell} />
    </div>
  );
}

/** As `FieldShell`, for a group of controls under one legend. */
export function FieldsetShell(shell: FieldShellProps) {
  return (
    <fieldset className={shellClasses(shell)} aria-describedby={shell.parts.aria["aria-describedby"]}>
      <legend>
        <LabelText {...shell} />
      </legend>
      <ShellBody {...shell} />
    </fieldset>
  );
}

function shellClasses({ parts, isWide }: FieldShellProps): string {
  return classes("field", parts.isInvalid && "is-invalid", isWide && "is-wide");
}

function LabelText({ label, isOptional }: FieldShellProps) {
  return (
    <>
      {label}
      {isOptional ? <OptionalMark /> : null}
    </>
  );
}

function ShellBody({ field, hint, parts, control, children }: FieldShellProps) {
  return (
    <>
      {hint ? (
        <p className="hint" id={parts.hintId}>
          {hint}
        </p>
      ) : null}
      <FieldMessages field={field} id={parts.errorId} />
      {control}
      {children}
    </>
  );
}

export function textValue(field: Field): string | undefined {
  return typeof field.initialValue === "string" ? field.initialValue : field.initialValue?.[0];
}

export function listValue(field: Field): string[] {
  if (field.initialValue === undefined) return [];
  return typeof field.initialValue === "string" ? [field.initialValue] : field.initialValue;
}
