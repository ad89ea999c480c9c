import { request as httpRequest } from "node:http";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import type { HandleErrorFunction, ServerBuild } from "react-router";
import { expect, onTestFinished, test } from "vitest";
import { serverBuild } from "#tests/setup/server-build.ts";
import { requestScope } from "#app/context.ts";
import { openApiDocument } from "#app/features/api/openapi.ts";
import type { Operation } from "#app/features/api/operation.ts";
import { OPERATIONS } from "#app/features/api/operations.ts";
import { siteRules } from "#app/site-rules.ts";
import { createHttpApp } from "#app/platform/http/app.server.ts";
import { createHttpServer, listen } from "#app/platform/http/server.server.ts";
import { makeReferral } from "#app/features/referral/saved-referral.server.ts";
import routes from "#app/routes.ts";
import { createTestDeps } from "#tests/setup/deps.ts";
import { createBooking, createUser, signInAs } from "#tests/setup/factories.ts";

/**
 * Sends every call, over HTTP and through the whole server, whatever may be wrong with a request, and holds each answer
 * against the description: its status must be listed, and whatever is listed must be met.
 */

type RouteModule = NonNullable<ServerBuild["routes"][string]>["module"];
type Sent = { method: string; path: string; headers: Record<string, string>; body?: string | Buffer };

const modules = import.meta.glob<RouteModule>("/app/routes/api/*.ts", { eager: true });

function apiRoutes(entries: RouteConfigEntry[]): { path: string; file: string }[] {
  return entries.flatMap(({ path, file, children = [] }) => {
    const inner = apiRoutes(children);
    return path?.startsWith("api/") && modules[`/app/${file}`] ? [{ path, file }, ...inner] : inner;
  });
}

function apiBuild(): ServerBuild {
  const handleError: HandleErrorFunction = (error, { context }) => {
    context.get(requestScope).failure ??= error;
  };
  return serverBuild({
    routes: Object.fromEntries(
      apiRoutes(routes).map(({ path, file }) => [
        path,
        { id: path, path, module: modules[`/app/${file}`]! as RouteModule },
      ]),
    ),
    entry: { module: { default: () => new Response("unused"), handleError } },
  });
}

const description = openApiDocument({ name: "Test", origin: "http://localhost", email: "a@example.org" });
const paths = description.paths as Record<string, Record<string, { responses: Record<string, unknown> }>>;
const listed = ({ path, method }: Operation) =>
  Object.keys(paths[path]![method.toLowerCase()]!.responses).map(Number);

/** Answers that only a state of the data or the service causes; other tests cover them. */
const NOT_MET_HERE = new Set([409, 429, 500, 503]);

const MALFORMED_IDS = ["%E0%A4%A", "%00", "a%0Ab", "a%5Cb"];
const UNKNOWN_IDS = ["01a1fb34-31b5-7a44-85b9-960e1c7e5905", "x".repeat(300), "..%2F..", "null"];

async function startApi() {
  const deps = createTestDeps({ RATE_LIMITS: "off" });
  const signIn = async (role_id: string) =>
    (await signInAs(deps, await createUser(deps, { role_id }))).bearer;
  const bearers = [await signIn("customer"), await signIn("coordinator"), await signIn("administrator")];
  const app = createHttpApp({
    deps,
    build: apiBuild(),
    rules: siteRules,
    lifecycle: { isStarting: false, isStopping: false },
    observers: { onAnswer() {}, onDefect() {} },
    assets: (_request, _response, next) => next(),
  });
  const server = createHttpServer(app);
  const port = await listen(server, { port: 0, host: "127.0.0.1" });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const booking = await createBooking(deps);
  const formId = deps.ids.uuid();
  await makeReferral(deps.db, { newId: formId, now: deps.clock.now().toISOString() }, booking.id);
  return { port, bearers, ids: { "{bookingId}": booking.id, "{formId}": formId } };
}

function send(port: number, { body, ...request }: Sent): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest({ port, ...request, agent: false }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
      incoming.on("end", () =>
        resolve({ status: incoming.statusCode ?? 0, text: Buffer.concat(chunks).toString("utf8") }),
      );
    });
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}

const JSON_TYPE = { "Content-Type": "application/json" };
const BODIES = [
  undefined,
  "",
  "{}",
  "[]",
  "{",
  '"x"',
  JSON.stringify({
    bookingId: "x",
    email: "nobody@example.org",
    password: "Kestrel-7!plum",
    userId: "x",
    code: "123456",
  }),
  Buffer.from([0x22, 0xff, 0x22]),
];

/** One call with everything about it that may be wrong, one thing or two at a time. */
function requestsFor({ method, path }: Operation, api: Awaited<ReturnType<typeof startApi>>): Sent[] {
  const withId = (id: string) => path.replace(/\{\w+\}/g, id);
  const fine = Object.entries(api.ids).reduce<string>((text, [name, id]) => text.replace(name, id), path);
  const credentials = [undefined, "nonsense", ...api.bearers].map((bearer): Record<string, string> =>
    bearer ? { Authorization: `Bearer ${bearer}` } : {},
  );
  const bodies = method === "GET" ? [undefined] : BODIES;
  const oddPaths = path.includes("{") ? [...UNKNOWN_IDS, ...MALFORMED_IDS].map(withId) : [];
  const own = (headers: Record<string, string>) => ({ ...JSON_TYPE, ...headers });
  return credentials.flatMap((who) => [
    ...bodies.map((body) => ({ method, path: fine, headers: own(who), body })),
    ...oddPaths.map((odd) => ({ method, path: odd, headers: own(who), body: bodies[2] })),
    { method, path: fine, headers: own({ ...who, Origin: "https://evil.example" }), body: bodies[2] },
    { method, path: `${fine}?limit=x&cursor=x&token=%00`, headers: own(who), body: bodies[2] },
    ...(method === "GET"
      ? []
      : [
          { method, path: fine, headers: { ...who, "Content-Type": "text/plain" }, body: "{}" },
          { method, path: fine, headers: own({ ...who, "Idempotency-Key": "x".repeat(256) }), body: "{}" },
          { method, path: fine, headers: own(who), body: `{"x":"${"x".repeat(300_000)}"}` },
        ]),
  ]);
}

test.each(OPERATIONS.map((operation) => [`${operation.method} ${operation.path}`, operation] as const))(
  "%s answers what the description lists, and nothing else",
  async (_name, operation) => {
    const api = await startApi();
    const met = new Set<number>();
    for (const request of requestsFor(operation, api)) {
      const { status, text } = await send(api.port, request);
      const shown = `${request.path.slice(0, 90)} ${Object.keys(request.headers).join()} ${text.slice(0, 90)}`;
      expect(listed(operation), shown).toContain(status);
      expect(status, shown).toBeLessThan(500);
      const refusal = { message: expect.any(String), requestId: expect.any(String) };
      if (status >= 400) expect(JSON.parse(text), shown).toMatchObject(refusal);
      met.add(status);
    }
    const refusals = listed(operation).filter((status) => status >= 400 && !NOT_MET_HERE.has(status));
    expect(
      refusals.filter((status) => !met.has(status)),
      "listed, and never answered",
    ).toEqual([]);
  },
);
