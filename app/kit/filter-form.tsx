import type { ReactNode } from "react";
import { Form } from "react-router";

type Option = readonly [value: string, label: string];

export type Filter = {
  name: string;
  label: ReactNode;
  value: string | null;
  className?: string | undefined;
} & (
  | { type: "search" | "date" }
  | { options: readonly (Option | { label: string; options: readonly Option[] })[] }
);

const toOption = ([value, text]: Option) => (
  <option key={value} value={value}>
    {text}
  </option>
);

export function FilterField({ name, label, value, className, ...filter }: Filter) {
  const control = { className: "input", id: name, name, defaultValue: value ?? "" };
  return (
    <div className={className}>
      <label htmlFor={name}>{label}</label>
      {"type" in filter ? (
        <input {...control} type={filter.type} />
      ) : (
        <select {...control}>
          {filter.options.map((one) =>
            "options" in one ? (
              <optgroup key={one.label} label={one.label}>
                {one.options.map(toOption)}
              </optgroup>
            ) : (
              toOption(one)
            ),
          )}
        </select>
      )}
    </div>
  );
}

type FilterFormProps = {
  /** Names the form for screen readers. */
  label?: string;
  filters: readonly Filter[];
  /** Other things that the address says. */
  hidden?: Readonly<Record<string, string | null>>;
  className?: string;
  /** Buttons. */
  children: ReactNode;
};

/** Filters in a GET form: the page can be bookmarked. It begins anew when the address has others. */
export function FilterForm(props: FilterFormProps) {
  const { label, filters, hidden = {}, className = "filters no-print", children } = props;
  const kept = Object.entries(hidden).filter(([, value]) => value);
  return (
    <Form
      method="get"
      key={JSON.stringify([kept, filters.map(({ value }) => value)])}
      role={filters.some((filter) => "type" in filter && filter.type === "search") ? "search" : undefined}
      aria-label={label}
      className={className}
    >
      {kept.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value!} />
      ))}
      {filters.map((filter) => (
        <FilterField key={filter.name} {...filter} />
      ))}
      <div className="filters-actions">{children}</div>
    </Form>
  );
}
