import type { z } from "zod";
import { cleanNamed } from "#app/platform/clean-line.ts";
import { ApiError, invalid, type FieldErrors } from "./errors.ts";

const DEEPEST = 32;

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i;

/** Cleans the texts of a value. Deeper nesting has no use here and could exhaust recursive code: throws 400. */
function cleanValue(key: string, value: unknown, depth = 0): unknown {
  if (typeof value === "string") return cleanNamed(key, value);
  if (typeof value !== "object" || value === null) return value;
  if (depth === DEEPEST)
    throw new ApiError(400, `The body may not be nested more than ${DEEPEST} levels deep.`);
  if (Array.isArray(value)) return value.map((item) => cleanValue("", item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, cleanValue(name, inner, depth + 1)]),
  );
}

/** Texts lose invisible characters (see `cleanLine`). Throws 400 and 415. `whenEmpty` replaces an empty body. */
export async function readRawJson(request: Request, whenEmpty?: unknown): Promise<unknown> {
  const bytes = new Uint8Array(await request.arrayBuffer());
  if (bytes.length === 0) {
    if (whenEmpty !== undefined) return whenEmpty;
    throw new ApiError(400, "Please send a JSON object as the body.");
  }
  if (!JSON_TYPE.test(request.headers.get("Content-Type") ?? ""))
    throw new ApiError(415, "Please send the body as JSON, with the header Content-Type: application/json.");
  let body: unknown;
  try {
    body = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new ApiError(400, "The body is not well-formed JSON.");
  }
  return cleanValue("", body);
}

const EXPECTED: Record<string, string> = {
  string: "This must be text.",
  number: "This must be a number.",
  int: "This must be a whole number.",
  boolean: "This must be true or false.",
  array: "This must be a list.",
  object: "This must be an object.",
  record: "This must be an object.",
};

/** zod's own messages as a sentence; a schema's own message wins. */
function sentence(issue: { code?: string; expected?: unknown; input?: unknown }): string {
  if (issue.input === undefined && issue.code === "invalid_type") return "This is required.";
  if (issue.code === "invalid_type") return EXPECTED[String(issue.expected)] ?? "This is of the wrong type.";
  return "This is not valid.";
}

/** A schema's refusal as 422: errors by field, and the first message about the whole. */
export function refusedBySchema(error: z.ZodError): ApiError {
  const errors: FieldErrors = {};
  for (const issue of error.issues) {
    if (issue.path.length === 0) continue;
    const field = issue.path.filter((part) => typeof part === "string").join(".");
    const messages = (errors[field] ??= []);
    if (!messages.includes(issue.message)) messages.push(issue.message);
  }
  return invalid(errors, error.issues.find((issue) => issue.path.length === 0)?.message);
}

/** Throws 422. Unknown keys are dropped. */
export function parseJson<Schema extends z.ZodType>(value: unknown, schema: Schema): z.output<Schema> {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new ApiError(422, "The body must be a JSON object.");
  const result = schema.safeParse(value, { error: sentence });
  if (result.success) return result.data;
  throw refusedBySchema(result.error);
}
