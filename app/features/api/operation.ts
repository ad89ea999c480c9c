import type { z } from "zod";

/** Who may make a call. `booking`: by token, cookie, ownership or as staff; `booking-link`: by token or cookie alone;
 * `temporary-token`: after the second factor. */
export type Access =
  | "anyone"
  | "booking"
  | "booking-link"
  | "temporary-token"
  | "staff"
  | "administrator"
  | "customer";

export type Method = "GET" | "POST" | "PATCH";

/** A call as it is declared, under its id. */
type Declaration = {
  call: `${Method} /api/${string}`;
  summary: string;
  description?: string;
  access: Access;
  /** Query parameters besides `token`. */
  query?: z.ZodObject;
  body?: z.ZodType;
  /** Keys of the body that a rule requires although the schema alone does not. */
  requiredKeys?: readonly string[];
  isBodyOptional?: boolean;
  isIdempotent?: boolean;
  answers: Readonly<Record<number, z.ZodType>>;
  /** Refusals that do not follow from the rest. */
  refusals?: readonly number[];
};

type Named = { id: string; tag: string; method: Method; path: string };
export type Operation = Omit<Declaration, "call"> & Named;

export function operations<const Group extends Record<string, Declaration>>(tag: string, group: Group) {
  const calls = Object.entries(group).map(([id, { call, ...declared }]) => {
    const [method, path] = call.split(" ");
    return [id, { ...declared, id, tag, method, path }];
  });
  return Object.fromEntries(calls) as { [Id in keyof Group]: Group[Id] & Named };
}

export type StatusOf<Declared extends Operation> = keyof Declared["answers"] & number;

export type AnswerOf<Declared extends Operation, Status extends StatusOf<Declared>> = z.input<
  Declared["answers"][Status]
>;

export type BodyOf<Declared extends Operation> = Declared extends { body: infer Body extends z.ZodType }
  ? z.output<Body>
  : undefined;

export type QueryOf<Declared extends Operation> = Declared extends { query: infer Query extends z.ZodObject }
  ? z.output<Query>
  : Record<never, never>;

export function refusalsOf({
  access,
  method,
  path,
  body,
  query,
  isIdempotent,
  refusals = [],
}: Operation): number[] {
  const statuses = new Set<number>(refusals);
  if (method !== "GET") [403, 413].forEach((status) => statuses.add(status));
  if (access === "booking" || access === "booking-link") statuses.add(404);
  if (access === "temporary-token") statuses.add(401);
  if (access === "staff" || access === "administrator" || access === "customer")
    [401, 403].forEach((status) => statuses.add(status));
  if (path.includes("{")) statuses.add(400);
  if (body) [400, 415, 422].forEach((status) => statuses.add(status));
  if (query) statuses.add(422);
  if (isIdempotent) statuses.add(409);
  statuses.add(429);
  return [...statuses].sort((a, b) => a - b);
}
