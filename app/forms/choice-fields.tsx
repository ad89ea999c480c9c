import type { ComponentProps, ReactNode } from "react";
import { classes } from "#app/ui/classes.ts";
import { BoxNumber } from "./box-number.tsx";
import {
  FieldMessages,
  fieldParts,
  FieldShell,
  listValue,
  splitFieldProps,
  textValue,
  type FieldProps,
} from "./field.tsx";

type Option = {
  value: string;
  label?: ReactNode;
  hint?: ReactNode;
  /** Before the option, such as the heading of those that follow. */
  before?: ReactNode;
  data?: Record<`data-${string}`, string | undefined>;
};

/** An option for each key, in the order of the labels. */
export const optionsOf = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

export const plainOptions = (values: readonly string[]): Option[] => values.map((value) => ({ value }));

type SelectProps = FieldProps<string> & { options: readonly Option[]; emptyLabel?: string } & Omit<
    ComponentProps<"select">,
    "id" | "name" | "children" | "defaultValue"
  >;

export function SelectField({ options, emptyLabel, ...props }: SelectProps) {
  const { shell, control } = splitFieldProps(props);
  return (
    <FieldShell
      {...shell}
      control={
        <select {...control} defaultValue={textValue(props.field) ?? ""}>
          {emptyLabel === undefined ? null : <option value="">{emptyLabel}</option>}
          {options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label ?? value}
            </option>
          ))}
        </select>
      }
    />
  );
}

type GroupProps<Value> = FieldProps<Value> & {
  options: readonly Option[];
  onChange?: ComponentProps<"input">["onChange"];
};

export function RadioGroup(props: GroupProps<string | boolean>) {
  return <OptionGroup {...props} type="radio" />;
}

export function CheckboxGroup(props: GroupProps<readonly string[] | "on">) {
  return <OptionGroup {...props} type="checkbox" />;
}

function OptionGroup({
  options,
  onChange,
  type,
  ...shell
}: GroupProps<unknown> & { type: "radio" | "checkbox" }) {
  const { field } = shell;
  const isInvalid = Boolean(field.errors?.length);
  const chosen = new Set(listValue(field));
  return (
    <FieldShell
      {...shell}
      isGroup
      control={options.map(({ value, label = value, hint, before, data }, index) => (
        <OptionRow
          key={value}
          before={before}
          type={type}
          id={index === 0 ? field.id : `${field.id}-${index}`}
          name={field.name}
          value={value}
          label={label}
          hint={hint}
          hintId={`${field.id}-${index}-hint`}
          defaultChecked={chosen.has(value)}
          onChange={onChange}
          {...data}
          aria-invalid={isInvalid || undefined}
        />
      ))}
    />
  );
}

type OptionRowProps = ComponentProps<"input"> & {
  id: string;
  label: ReactNode;
  hint: ReactNode;
  before?: ReactNode;
  /** Not the id of the hint of a group, whose first option has the group's id. */
  hintId?: string;
};

function OptionRow({ label, hint, before, hintId: ownHintId, ...native }: OptionRowProps) {
  const hintId = ownHintId ?? `${native.id}-hint`;
  return (
    <>
      {before}
      <div className="option">
        <input aria-describedby={hint ? hintId : undefined} {...native} />
        <label htmlFor={native.id}>{label}</label>
        {hint ? (
          <p className="hint" id={hintId}>
            {hint}
          </p>
        ) : null}
      </div>
    </>
  );
}

type CheckboxProps = Omit<FieldProps<boolean | "on">, "isOptional" | "isWide"> &
  Omit<ComponentProps<"input">, "id" | "name" | "type" | "children" | "defaultChecked" | "value">;

export function Checkbox({ field, label, hint, children, className, ...native }: CheckboxProps) {
  const parts = fieldParts(field, hint);
  const value = textValue(field);
  return (
    <div className={classes("field is-wide", parts.isInvalid && "is-invalid", className)}>
      <FieldMessages field={field} id={parts.errorId} />
      <OptionRow
        type="checkbox"
        {...native}
        id={field.id}
        name={field.name}
        hint={hint}
        label={
          <>
            <BoxNumber name={field.name} />
            {label}
          </>
        }
        defaultChecked={Boolean(value) && value !== "false"}
        {...parts.aria}
      />
      {children}
    </div>
  );
}
