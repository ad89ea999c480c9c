import type { z } from "zod";

/** One call of the API as it is declared: what serves it, what describes it and what tests it all read this. */

/**
 * Who may make a call (DESIGN decisions 16 to 19). `booking`: whoever has the right to the booking, by token, grant,
 * ownership or as staff; `booking-link`: by token or grant alone. `temporary-token`: who has just given a second factor.
 */
export type Access =
  "anyone" | "booking" | "booking-link" | "temporary-token" | "staff" | "administrator" | "customer";

export type Method = "GET" | "POST" | "PATCH";

export type Operation = {
  /** The name of the call in generated clients. */
  id: string;
  method: Method;
  /** With its parameters in braces, `/api/bookings/{bookingId}`. */
  path: `/api/${string}`;
  tag: string;
  summary: string;
  description?: string;
  access: Access;
  /** Query parameters, apart from `token`. */
  query?: z.ZodObject;
  body?: z.ZodType;
  /** Keys of the body that a rule asks for although the schema alone does not. */
  requiredKeys?: readonly string[];
  /** A call that may come without its body. */
  isBodyOptional?: boolean;
  /** A call that takes `Idempotency-Key`. */
  isIdempotent?: boolean;
  /** The answers by status. */
  answers: Readonly<Record<number, z.ZodType>>;
  /** Statuses of refusals beyond those that follow from the rest. */
  refusals?: readonly number[];
};

/** Declares a call, keeping the exact types of its schemas. */
export function operation<const Declared extends Operation>(declared: Declared): Declared {
  return declared;
}

/** The statuses that a call answers with, refusals aside. */
export type StatusOf<Declared extends Operation> = keyof Declared["answers"] & number;

/** What is answered with a status. */
export type AnswerOf<Declared extends Operation, Status extends StatusOf<Declared>> = z.input<
  Declared["answers"][Status]
>;

/** The parsed body of a call. */
export type BodyOf<Declared extends Operation> = Declared extends { body: infer Body extends z.ZodType }
  ? z.output<Body>
  : undefined;

/** The parsed query parameters of a call. */
export type QueryOf<Declared extends Operation> = Declared extends { query: infer Query extends z.ZodObject }
  ? z.output<Query>
  : Record<never, never>;

/** Every status that the call may answer with a refusal, in order; failures of the service itself aside. */
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
  if (access === "staff" || access === "administrator" || access === "customer") {
    [401, 403].forEach((status) => statuses.add(status));
  }
  if (path.includes("{")) statuses.add(400);
  if (body) [400, 415, 422].forEach((status) => statuses.add(status));
  if (query) statuses.add(422);
  if (isIdempotent) statuses.add(409);
  statuses.add(429);
  return [...statuses].sort((a, b) => a - b);
}
