import type { ReactNode } from "react";
import { classes } from "#app/ui/classes.ts";
import type { Field } from "./use-step-form.ts";

export type FieldProps<Value = unknown> = {
  field: Field<Value>;
  label: ReactNode;
  hint?: ReactNode;
  /** Adds "(optional)" to the label. */
  isOptional?: boolean;
  isWide?: boolean;
  /** More below the control: an alert, a counter. */
  children?: ReactNode;
};

export type FieldParts = {
  hintId: string | undefined;
  errorId: string | undefined;
  isInvalid: boolean;
  /** For the control: its description and whether it is wrong. */
  aria: { "aria-describedby": string | undefined; "aria-invalid": true | undefined };
};

/**
 * The ids that tie label, hint, messages and control together. `describedBy` adds ids of one's own, `isSuspect` marks the
 * control as wrong before the server has said so.
 */
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

/** Parts a field component's props: what `FieldShell` needs, and what is left for the control itself. */
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

/** Label, hint, message and one control, in this order. */
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

/** The field's value as one string. */
export function textValue(field: Field): string | undefined {
  return typeof field.initialValue === "string" ? field.initialValue : field.initialValue?.[0];
}

/** The field's values as a list, for groups. */
export function listValue(field: Field): string[] {
  if (field.initialValue === undefined) return [];
  return typeof field.initialValue === "string" ? [field.initialValue] : field.initialValue;
}
