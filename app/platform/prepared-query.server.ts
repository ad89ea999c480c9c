import type { Compilable, CompiledQuery, QueryResult } from "kysely";
import type { Executor } from "./database.server.ts";

/** Stands for a value while the query is composed. */
class Slot {
  readonly path: readonly (string | number)[];

  constructor(path: readonly (string | number)[]) {
    this.path = path;
  }

  read(values: unknown): unknown {
    let value = values;
    for (const step of this.path) value = (value as Record<string | number, unknown>)[step];
    return value;
  }
}

const isShaped = (value: unknown): value is object => typeof value === "object" && value !== null;

/** The fields of rows and the lengths of lists, by which the text of a query differs. */
function shapeOf(value: unknown): string {
  if (!isShaped(value)) return "?";
  if (Array.isArray(value)) return `[${value.map(shapeOf).join()}]`;
  let shape = "{";
  for (const [field, inner] of Object.entries(value))
    if (inner !== undefined) shape += `${field}:${shapeOf(inner)},`;
  return shape;
}

function slotsFor(value: unknown, path: (string | number)[]): unknown {
  if (!isShaped(value)) return new Slot(path);
  if (Array.isArray(value)) return value.map((inner, index) => slotsFor(inner, [...path, index]));
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, inner]) => inner !== undefined)
      .map(([field, inner]) => [field, slotsFor(inner, [...path, field])]),
  );
}

/** A query that is compiled once and then only given its values: half of Kysely's time. `build` sees placeholders in
 * place of values, also of null. A value may be a row, or a list. */
export function preparedQuery<Values extends readonly unknown[], Row>(
  build: (executor: Executor, ...values: Values) => Compilable<Row>,
): (executor: Executor, ...values: Values) => Promise<QueryResult<Row>> {
  const known = new WeakMap<object, Map<string, CompiledQuery<Row>>>();
  return (executor, ...values) => {
    const { adapter, plugins } = executor.getExecutor();
    // A plugin may read or change each query.
    if (plugins.length > 0) return executor.executeQuery(build(executor, ...values).compile());
    const ofDatabase = known.get(adapter) ?? new Map<string, CompiledQuery<Row>>();
    known.set(adapter, ofDatabase);
    const shape = shapeOf(values);
    const compiled = ofDatabase.get(shape) ?? build(executor, ...(slotsFor(values, []) as Values)).compile();
    ofDatabase.set(shape, compiled);
    const parameters = compiled.parameters.map((value) =>
      value instanceof Slot ? value.read(values) : value,
    );
    return executor.executeQuery({ ...compiled, parameters });
  };
}

/** As `preparedQuery`, for its first row; null when there is none. */
export function preparedRow<Values extends readonly unknown[], Row>(
  build: (executor: Executor, ...values: Values) => Compilable<Row>,
): (executor: Executor, ...values: Values) => Promise<Row | null> {
  const query = preparedQuery(build);
  return async (executor, ...values) => (await query(executor, ...values)).rows[0] ?? null;
}
