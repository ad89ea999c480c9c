import { z } from "zod";
import { cookieName } from "#app/platform/cookie-name.ts";
import { operations, refusalsOf, type Access, type Operation } from "./operation.ts";
import { OPERATIONS, SHARED_SCHEMAS } from "./operations.ts";
import { MAX_ROWS, PageQuery } from "./paging.ts";
import { bookingExample, bookingFieldNotes } from "./operations/booking-request.ts";

type Json = Record<string, unknown>;
type JsonSchema = Json & { properties?: Record<string, Json>; required?: string[]; allOf?: JsonSchema[] };

const COMPONENTS = "#/components/schemas/";

const requestName = (operation: Operation) => `${operation.id}Request`;

/** The name of each answer's schema: its own where several calls share it, else one made of the call and the status. */
const ANSWERS = z.registry<{ id: string }>();
for (const [id, schema] of Object.entries(SHARED_SCHEMAS)) ANSWERS.add(schema, { id });
for (const { id, answers } of OPERATIONS) {
  for (const [status, schema] of Object.entries(answers)) {
    if (!ANSWERS.has(schema)) ANSWERS.add(schema, { id: `${id}Answer${status}` });
  }
}

function answerSchemas(): Record<string, Json> {
  const { schemas } = z.toJSONSchema(ANSWERS, {
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

const plain = ({ $id: _, $schema: __, ...schema }: Json): Json => schema;

/** Keys that may not be left out: the schema refuses `undefined` for them. */
function neededKeys(schema: z.ZodType): Set<string> {
  const issues = schema.safeParse({}).error?.issues ?? [];
  return new Set(issues.filter(({ code }) => code !== "custom").map(({ path }) => String(path[0])));
}

function requestSchema({ id, body, requiredKeys = [] }: Operation): Json {
  const whole = z.toJSONSchema(body!, { io: "input", override: simplify }) as JsonSchema;
  const isBooking = id === "createBooking";
  const notes = isBooking ? bookingFieldNotes() : {};
  const examples = isBooking ? [bookingExample()] : whole.examples;
  const parts = whole.allOf ?? [whole];
  const properties = Object.fromEntries(
    parts
      .flatMap((part) => Object.entries(part.properties ?? {}))
      .filter(([key]) => !/-(day|month|year)$/.test(key))
      .map(([key, schema]) => [key, { ...schema, ...notes[key] }]),
  );
  const needed = neededKeys(body!);
  const required = Object.keys(properties).filter((key) => requiredKeys.includes(key) || needed.has(key));
  return {
    type: "object",
    properties,
    ...(required.length > 0 ? { required } : {}),
    ...(examples ? { examples } : {}),
  };
}

const REFUSALS: Readonly<Record<number, string>> = {
  400: "The address, a header or the body is malformed.",
  401: "Nobody is signed in, or what was given is not right.",
  403: "The account may not do this, or the request came from another site.",
  404: "There is no such booking, or it is not the caller's.",
  409: "It conflicts with what was done before.",
  413: "The body is too large.",
  415: "The body is not JSON.",
  422: "The body was understood but breaks a rule; `errors` names the fields.",
  429: "Too many requests; `Retry-After` says for how many seconds to wait.",
  500: "The fault is ours and has been recorded.",
  503: "We cannot write at the moment; `Retry-After` says for how many seconds to wait. Nothing was changed.",
};

const SECURITY: Readonly<Record<Access, Json[]>> = {
  anyone: [],
  booking: [{ bookingToken: [] }, { bookingGrant: [] }, { accessToken: [] }, { session: [] }],
  "booking-link": [{ bookingToken: [] }, { bookingGrant: [] }],
  "temporary-token": [{ temporaryToken: [] }],
  staff: [{ accessToken: [] }, { session: [] }],
  administrator: [{ accessToken: [] }, { session: [] }],
  customer: [{ accessToken: [] }, { session: [] }],
};

const WHO: Readonly<Record<Access, string>> = {
  anyone: "Anyone may call this.",
  booking: "For whoever has the right to the booking: its token, its owner, staff.",
  "booking-link": "For whoever holds the booking's token, or opened its link in this browser.",
  "temporary-token": "Needs the temporary token of verify-otp as the bearer token.",
  staff: "For staff.",
  administrator: "For Administrators.",
  customer: "For signed-in customers.",
};

function parametersOf(operation: Operation): Json[] {
  const path = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string" },
  }));
  const querySchema = operation.query && (z.toJSONSchema(operation.query, { io: "input" }) as JsonSchema);
  const query = Object.entries(querySchema?.properties ?? {}).map(([name, { description, ...schema }]) => ({
    name,
    in: "query",
    description,
    schema: name === "limit" ? { type: "integer", minimum: 1, maximum: MAX_ROWS } : schema,
  }));
  const key = {
    name: "Idempotency-Key",
    in: "header",
    description: "Makes it safe to send the same request again. Kept for 7 days.",
    schema: { type: "string", maxLength: 255 },
  };
  return [...path, ...query, ...(operation.isIdempotent ? [key] : [])];
}

const json = (schemaName: string) => ({ "application/json": { schema: { $ref: COMPONENTS + schemaName } } });

const RETRY_AFTER = {
  "Retry-After": { description: "Seconds to wait.", schema: { type: "integer", minimum: 0 } },
};

function responsesOf(operation: Operation): Json {
  const answers = Object.entries(operation.answers).map(([status, schema]) => {
    const isPaged = operation.query === PageQuery;
    const link = { Link: { description: "The next page, as rel=next.", schema: { type: "string" } } };
    return [
      status,
      {
        description: status === "201" ? "Made." : "Done.",
        ...(isPaged ? { headers: link } : {}),
        content: json(ANSWERS.get(schema)!.id),
      },
    ];
  });
  const refusals = [...refusalsOf(operation), 500, 503].map((status) => [
    String(status),
    {
      description: REFUSALS[status]!,
      ...(status === 429 || status === 503 ? { headers: RETRY_AFTER } : {}),
      content: json("Error"),
    },
  ]);
  return Object.fromEntries([...answers, ...refusals]);
}

function describe(operation: Operation): Json {
  const parameters = parametersOf(operation);
  return {
    operationId: operation.id,
    tags: [operation.tag],
    summary: operation.summary,
    description: [operation.description, WHO[operation.access]].filter(Boolean).join("\n\n"),
    security: SECURITY[operation.access],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(operation.body
      ? { requestBody: { required: !operation.isBodyOptional, content: json(requestName(operation)) } }
      : {}),
    responses: responsesOf(operation),
  };
}

export const { readDescription } = operations("Description", {
  readDescription: {
    call: "GET /api/openapi.json",
    summary: "Read the description of the API",
    access: "anyone",
    answers: { 200: z.record(z.string(), z.unknown()) },
  },
});

export function openApiDocument(site: { name: string; origin: string; email: string }): Json {
  const paths: Record<string, Json> = {};
  for (const operation of OPERATIONS)
    (paths[operation.path] ??= {})[operation.method.toLowerCase()] = describe(operation);
  const requests = OPERATIONS.filter(({ body }) => body).map((operation) => [
    requestName(operation),
    requestSchema(operation),
  ]);
  return {
    openapi: "3.1.0",
    info: {
      title: `${site.name} API`,
      version: "1.0.0",
      description:
        "Book mental capacity assessments, fill in referral forms and manage bookings from other programs.\n\n" +
        "Money is in pounds with at most 2 decimals, days are YYYY-MM-DD, instants are UTC. Bodies are JSON. " +
        "A call that carries a session's cookie, or cookies and no JSON, must come from our own pages.",
      contact: { email: site.email },
    },
    servers: [{ url: site.origin }],
    tags: [...new Set(OPERATIONS.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        accessToken: { type: "http", scheme: "bearer", description: "The accessToken of login." },
        temporaryToken: { type: "http", scheme: "bearer", description: "The tempToken of verify-otp." },
        session: {
          type: "apiKey",
          in: "cookie",
          name: cookieName(site.origin, "session"),
          description: "A signed-in browser.",
        },
        bookingToken: {
          type: "apiKey",
          in: "query",
          name: "token",
          description: "The booking's accessToken.",
        },
        bookingGrant: {
          type: "apiKey",
          in: "cookie",
          name: cookieName(site.origin, "grants"),
          description: "Set by the call that books, and when a browser opens the booking by its link.",
        },
      },
      schemas: { ...answerSchemas(), ...Object.fromEntries(requests) },
    },
  };
}
