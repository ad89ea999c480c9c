import { z } from "zod";
import { ApiErrorBody } from "./errors.ts";
import type { Operation } from "./operation.ts";
import { OPERATIONS, SHARED_SCHEMAS } from "./operations.ts";
import { BOOKING_EXAMPLE, bookingFieldNotes } from "./operations/booking-request.ts";

export type Json = Record<string, unknown>;
export type JsonSchema = Json & {
  properties?: Record<string, Json>;
  required?: string[];
  allOf?: JsonSchema[];
};

export const COMPONENTS = "#/components/schemas/";

export const requestName = (operation: Operation) => `${operation.id}Request`;

/** An answer's schema is named after the call, or by itself where several calls share it. */
function nameAnswers(operations: readonly Operation[]): Map<z.ZodType, string> {
  const names = new Map(Object.entries(SHARED_SCHEMAS).map(([name, schema]) => [schema, name]));
  for (const operation of operations) {
    for (const [status, schema] of Object.entries(operation.answers)) {
      if (!names.has(schema)) names.set(schema, `${operation.id}Answer${status}`);
    }
  }
  return names;
}

export const ANSWER_NAMES = nameAnswers(OPERATIONS);

export function answerSchemas(): Record<string, Json> {
  const registry = z.registry<{ id: string }>();
  registry.add(ApiErrorBody, { id: "Error" });
  for (const [schema, id] of ANSWER_NAMES) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, {
    uri: (id) => COMPONENTS + id,
    io: "output",
    override: simplify,
  });
  return Object.fromEntries(Object.entries(schemas).map(([id, schema]) => [id, plain(schema as Json)]));
}

/** Drops zod's pattern where a format says the same, and the bounds of machine integers. */
function simplify({ jsonSchema }: { jsonSchema: Json }): void {
  if (jsonSchema.format) delete jsonSchema.pattern;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
}

function plain({ $id: _, $schema: __, ...schema }: Json): Json {
  return schema;
}

/** Keys that may be left out: the schema accepts `undefined` for them. */
function optionalKeys(schema: z.ZodType, keys: string[]): Set<string> {
  const issues = schema.safeParse({}).error?.issues ?? [];
  const missing = new Set(issues.filter(({ code }) => code !== "custom").map(({ path }) => String(path[0])));
  return new Set(keys.filter((key) => !missing.has(key)));
}

export function requestSchema({ id, body, requiredKeys = [] }: Operation): Json {
  const whole = z.toJSONSchema(body!, { io: "input", override: simplify }) as JsonSchema;
  const isBooking = id === "createBooking";
  const notes = isBooking ? bookingFieldNotes() : {};
  const parts = whole.allOf ?? [whole];
  const properties = Object.fromEntries(
    parts
      .flatMap((part) => Object.entries(part.properties ?? {}))
      .filter(([key]) => !/-(day|month|year)$/.test(key))
      .map(([key, schema]) => [key, { ...schema, ...notes[key] }]),
  );
  const keys = Object.keys(properties);
  const optional = optionalKeys(body!, keys);
  const required = keys.filter((key) => requiredKeys.includes(key) || !optional.has(key));
  return {
    type: "object",
    properties,
    ...(required.length > 0 ? { required } : {}),
    ...(isBooking ? { examples: [BOOKING_EXAMPLE] } : {}),
  };
}
