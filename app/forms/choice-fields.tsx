import type { ComponentProps, ReactNode } from "react";
import { classes } from "#app/ui/classes.ts";
import {
  FieldMessages,
  fieldParts,
  FieldShell,
  listValue,
  splitFieldProps,
  textValue,
  type FieldProps,
} from "./field.tsx";

/** `value` is stored; `label` is shown. */
type Option = {
  value: string;
  label?: ReactNode;
  hint?: ReactNode;
  /** For style sheets and scripts. */
  data?: Record<`data-${string}`, string | undefined>;
};

export const plainOptions = (values: readonly string[]): Option[] => values.map((value) => ({ value }));

type SelectProps = FieldProps<string> & {
  options: readonly Option[];
  /** The first, empty option; leave out when there is always a value. */
  emptyLabel?: string;
} & Omit<ComponentProps<"select">, "id" | "name" | "children" | "defaultValue">;

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
  const chosen = textValue(props.field);
  return <OptionGroup {...props} type="radio" isChosen={(value) => value === chosen} />;
}

export function CheckboxGroup(props: GroupProps<readonly string[] | "on">) {
  const chosen = new Set(listValue(props.field));
  return <OptionGroup {...props} type="checkbox" isChosen={(value) => chosen.has(value)} />;
}

type OptionGroupProps = GroupProps<unknown> & {
  type: "radio" | "checkbox";
  isChosen: (value: string) => boolean;
};

function OptionGroup({ options, onChange, type, isChosen, ...shell }: OptionGroupProps) {
  const { field } = shell;
  const parts = fieldParts(field, shell.hint);
  return (
    <FieldShell
      {...shell}
      isGroup
      parts={parts}
      control={options.map((option, index) => {
        const id = index === 0 ? field.id : `${field.id}-${index}`;
        return (
          <div className="option" key={option.value}>
            <input
              type={type}
              id={id}
              name={field.name}
              value={option.value}
              defaultChecked={isChosen(option.value)}
              onChange={onChange}
              {...option.data}
              aria-invalid={parts.isInvalid || undefined}
              aria-describedby={option.hint ? `${id}-hint` : undefined}
            />
            <label htmlFor={id}>{option.label ?? option.value}</label>
            {option.hint ? (
              <p className="hint" id={`${id}-hint`}>
                {option.hint}
              </p>
            ) : null}
          </div>
        );
      })}
    />
  );
}

type CheckboxProps = Omit<FieldProps<boolean | "on">, "isOptional" | "isWide"> &
  Omit<ComponentProps<"input">, "id" | "name" | "type" | "children" | "defaultChecked" | "value">;

/** A single box; sends `on` when ticked. */
export function Checkbox(props: CheckboxProps) {
  const { field, label, hint, children, className, ...native } = props;
  const parts = fieldParts(field, hint);
  return (
    <div className={classes("field is-wide", parts.isInvalid && "is-invalid", className)}>
      <FieldMessages field={field} id={parts.errorId} />
      <div className="option">
        <input
          type="checkbox"
          {...native}
          id={field.id}
          name={field.name}
          defaultChecked={Boolean(textValue(field)) && textValue(field) !== "false"}
          {...parts.aria}
        />
        <label htmlFor={field.id}>{label}</label>
        {hint ? (
          <p className="hint" id={parts.hintId}>
            {hint}
          </p>
        ) : null}
      </div>
      {children}
    </div>
  );
}
