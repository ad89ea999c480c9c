import type { LoaderFunctionArgs } from "react-router";
import { requestScope, type RequestScope } from "#app/context.ts";
import type { Deps } from "#app/deps.server.ts";
import type { CustomerPrincipal, StaffPrincipal } from "#app/features/accounts/sign-in/guards.server.ts";
import { actorOf, findPrincipal, type Principal } from "#app/features/accounts/session/principal.server.ts";
import type { ActedByRequest } from "#app/features/audit/record-audit.server.ts";
import { cleanLine } from "#app/platform/clean-line.ts";
import { API_MESSAGES, ApiError, notSignedIn } from "./errors.ts";
import type { Access, AnswerOf, BodyOf, Method, Operation, QueryOf, StatusOf } from "./operation.ts";
import { parseJson, readRawJson, refusedBySchema } from "./read-json.server.ts";

type PrincipalFor<Who extends Access> = Who extends "staff" | "administrator"
  ? StaffPrincipal
  : Who extends "customer"
    ? CustomerPrincipal
    : Principal;

export type Call<Declared extends Operation> = {
  request: Request;
  params: LoaderFunctionArgs["params"];
  query: QueryOf<Declared>;
  scope: RequestScope;
  deps: Deps;
  principal: PrincipalFor<Declared["access"]>;
  by: ActedByRequest;
  readBody(): Promise<BodyOf<Declared>>;
  reply<Status extends StatusOf<Declared>>(
    status: Status,
    body: AnswerOf<Declared, Status>,
    headers?: HeadersInit,
  ): Response;
};

type Handler = {
  method: Method;
  /** The pattern of `app/routes.ts`; without one the call answers at every address of its file. */
  pattern?: string;
  answer(args: LoaderFunctionArgs): Promise<Response>;
};

/** Serves a declared call: checks who may make it, reads its query, and gives `handle` body and reply
 * in their types. */
export function serve<Declared extends Operation>(
  operation: Declared,
  handle: (call: Call<Declared>) => Promise<Response>,
): Handler {
  return {
    method: operation.method,
    pattern: operation.path.slice(1).replace(/\{(\w+)\}/g, ":$1"),
    async answer({ request, params, context }) {
      const scope = context.get(requestScope);
      const { deps, requestId } = scope;
      const principal = await requirePrincipal(operation.access, deps, request);
      return handle({
        request,
        params,
        query: readQuery(operation, request) as QueryOf<Declared>,
        scope,
        deps,
        principal: principal as PrincipalFor<Declared["access"]>,
        by: { actor: actorOf(principal), requestId },
        readBody: async () => {
          if (!operation.body) return undefined as BodyOf<Declared>;
          const raw = await readRawJson(request, operation.isBodyOptional ? {} : undefined);
          return parseJson(raw, operation.body) as BodyOf<Declared>;
        },
        reply: (status, body, headers) => Response.json(body, { status, headers }),
      });
    },
  };
}

/** An address under /api for other services, which have protocols of their own. */
export const serveOther = (method: Method, answer: Handler["answer"]): Handler => ({ method, answer });

/** Loader and action at once of one file's addresses, from its calls. Everything else is refused. */
export function apiRoute(...handlers: Handler[]) {
  return async (args: LoaderFunctionArgs): Promise<Response> => {
    try {
      return await dispatch(handlers, args);
    } catch (error) {
      return refuse(error, args.context.get(requestScope));
    }
  };
}

async function dispatch(all: Handler[], args: LoaderFunctionArgs): Promise<Response> {
  const asked = args.pattern.replace(/^\//, "");
  const handlers = all.filter(({ pattern = asked }) => pattern === asked);
  const allowed = handlers.flatMap(({ method }) => (method === "GET" ? ["GET", "HEAD"] : [method]));
  if (handlers.length === 0) throw new ApiError(404, API_MESSAGES.notFound);
  const method = args.request.method === "HEAD" ? "GET" : args.request.method;
  const handler = handlers.find((candidate) => candidate.method === method);
  const headers = { Allow: allowed.join(", ") };
  if (handler) return handler.answer(args);
  if (method === "OPTIONS") return new Response(null, { status: 204, headers });
  throw new ApiError(405, "This address does not accept that kind of request.", { headers });
}

/** The answer to anything thrown. Other errors than `ApiError` are logged, and the caller learns nothing of them. */
function refuse(thrown: unknown, scope: RequestScope): Response {
  const isExpected = thrown instanceof ApiError;
  if (!isExpected) scope.failure ??= thrown;
  const error = isExpected ? thrown : new ApiError(500, API_MESSAGES.unexpected);
  const { status, message, details } = error;
  const { headers, current, code, errors = {} } = details;
  const named = Object.keys(errors).length > 0 ? errors : undefined;
  return Response.json(
    { message, errors: named, code, requestId: scope.requestId, current },
    { status, headers },
  );
}

async function requirePrincipal(access: Access, deps: Deps, request: Request): Promise<Principal> {
  if (access === "temporary-token") return { kind: "visitor" };
  const principal = await findPrincipal(deps, request);
  if (access === "anyone" || access === "booking" || access === "booking-link") return principal;
  if (principal.kind === "visitor") {
    const hadSession = request.headers.has("Authorization") || request.headers.has("Cookie");
    throw notSignedIn(hadSession ? API_MESSAGES.signInAgain : API_MESSAGES.signIn);
  }
  const isEnough =
    access === "administrator"
      ? principal.kind === "staff" && principal.roleId === "administrator"
      : principal.kind === access;
  if (!isEnough) throw new ApiError(403, API_MESSAGES.forbidden);
  return principal;
}

function readQuery(operation: Operation, request: Request): unknown {
  if (!operation.query) return {};
  const isGiven = ([, value]: [string, string]) => value !== "";
  const given = Object.fromEntries(
    [...new URL(request.url).searchParams]
      .map(([name, value]): [string, string] => [name, cleanLine(value)])
      .filter(isGiven),
  );
  const result = operation.query.safeParse(given);
  if (result.success) return result.data;
  throw refusedBySchema(result.error);
}
