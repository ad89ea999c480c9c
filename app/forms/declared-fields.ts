import { z } from "zod";

/** A field of a form that its page or its settings declare. It travels to the browser. */
export type FieldSpec = {
  name: string;
  label: string;
  hint?: string;
  kind:
    | "line"
    | "email"
    | "lines"
    | "number"
    | "pounds"
    | "day"
    | "check"
    | "colour"
    | "choice"
    | "select"
    | "checks"
    | "hidden";
  /** For a choice, a select or checks. */
  options?: readonly { value: string; label: string; hint?: string }[];
  isOptional?: boolean;
  rows?: number;
  /** Has a row of its own. */
  isWide?: boolean;
  /** Heading above the field, which begins a part of the page. */
  heading?: string;
};

/** A field with its schema; its name is its key. */
export type Declared<Schema extends z.ZodType = z.ZodType> = Omit<FieldSpec, "name"> & {
  schema: Schema;
  /** Valid until somebody saves the form; without it, what an empty control means. */
  initial?: unknown;
};
export type DeclaredFields = Record<string, Declared>;

type Shape<Fields extends DeclaredFields> = { [Name in keyof Fields]: Fields[Name]["schema"] };
export type ValuesOf<Fields extends DeclaredFields> = z.output<z.ZodObject<Shape<Fields>>>;

type More = Partial<Pick<Declared, "heading" | "hint" | "initial" | "isOptional" | "isWide" | "rows">>;

/** Declares fields of a kind: label, schema, and what not every field has. */
export const declare =
  (kind: FieldSpec["kind"], isOptional = false) =>
  <Schema extends z.ZodType>(label: string, schema: Schema, more: More = {}): Declared<Schema> => ({
    label,
    kind,
    isOptional,
    ...more,
    schema,
  });

/** Radios or a select; the keys of `labels` are the values. */
export function declareChoice<Value extends string>(
  label: string,
  labels: Readonly<Record<Value, string | { label: string; hint?: string }>>,
  {
    kind = "choice",
    error = "Choose one of these.",
    ...more
  }: More & { kind?: "choice" | "select"; error?: string } = {},
) {
  const values = Object.keys(labels) as [Value, ...Value[]];
  const options = values.map((value) => {
    const words: string | { label: string } = labels[value];
    return { value, ...(typeof words === "string" ? { label: words } : words) };
  });
  return { ...declare(kind)(label, z.enum(values, { error }), more), options };
}

/** Checkboxes; the keys of `labels` are the values. With `error`, at least one is to be ticked. */
export function declareChecks<Value extends string>(
  label: string,
  labels: Readonly<Record<Value, string>>,
  { error, ...more }: More & { error?: string } = {},
) {
  const options = Object.entries<string>(labels).map(([value, text]) => ({ value, label: text }));
  return { ...declare("checks")(label, someOf(labels, error), more), options };
}

/** One value or several, each a key of `labels`. */
export function someOf<Value extends string>(labels: Readonly<Record<Value, string>>, error?: string) {
  const all = z.array(z.enum(Object.keys(labels) as Value[], error === undefined ? {} : { error }));
  const list = error === undefined ? all : all.min(1, { error });
  return z.preprocess((value) => (value === undefined ? [] : [...new Set([value].flat())]), list);
}

/** A value that the page already knows, such as an id. */
export const hiddenField = declare("hidden")("", z.string());

/** The schema of a form's fields with its parts by name, and what the browser draws. */
export function fieldsOf<Fields extends DeclaredFields>(fields: Fields) {
  const parts = Object.entries(fields);
  const shape = Object.fromEntries(parts.map(([name, { schema }]) => [name, schema])) as Shape<Fields>;
  const specs = parts.map(([name, { schema: _, initial: __, ...spec }]): FieldSpec => ({ name, ...spec }));
  return { schema: z.object(shape) as z.ZodType<ValuesOf<Fields>>, shape, fields: specs };
}
