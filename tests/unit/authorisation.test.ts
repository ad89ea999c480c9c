import { describe, expect, test } from "vitest";
import type { RouterContextProvider } from "react-router";
import { createTestDeps, testContext, type TestDeps } from "#tests/setup/deps.ts";
import { createBooking, createUser, signInAs } from "#tests/setup/factories.ts";
import { ACTORS, MATRIX, type Actor, type Verdict } from "./authorisation-matrix.ts";
import { listRoutes, loadRoute, type ListedRoute } from "./route-list.ts";

const METHODS = ["GET", "POST", "PATCH", "PUT", "DELETE"];

/** The records that the routes' parameters name; `customer` owns the booking. */
async function createWorld(deps: TestDeps) {
  const booking = await createBooking(deps);
  const owner = await createUser(deps, { email: "joanna.reeve@example.org" });
  await deps.db
    .insertInto("customer_bookings")
    .values({ user_id: owner.id, booking_id: booking.id, linked_at: deps.clock.now().toISOString() })
    .execute();
  const cookie = async (user: { id: string }) => (await signInAs(deps, user)).cookie;
  const signedOut = await cookie(owner);
  await deps.db.deleteFrom("sessions").execute();
  const cookies: Record<Actor, string | null> = {
    visitor: null,
    signedOut,
    customer: await cookie(owner),
    otherCustomer: await cookie(await createUser(deps)),
    coordinator: await cookie(await createUser(deps, { role_id: "coordinator" })),
    administrator: await cookie(await createUser(deps, { role_id: "administrator" })),
  };
  const job = await makeJob(deps, booking.id);
  const params: Record<string, string> = {
    bookingId: booking.id,
    userId: owner.id,
    jobId: job,
    step: "personal-details",
    "*": "no-such-page",
  };
  return { cookies, params };
}

async function makeJob(deps: TestDeps, bookingId: string): Promise<string> {
  const { enqueueMail } = await import("#app/features/mail/enqueue-mail.server.ts");
  const id = await enqueueMail(deps.db, deps, {
    topic: "access-link",
    to: "joanna.reeve@example.org",
    bookingId,
    dedupeKey: "matrix",
    payload: {},
  });
  return id!;
}

function fill(path: string, params: Record<string, string>): string {
  return path.replace(/:(\w+)\??|\*/g, (part, name: string | undefined) => {
    const value = params[name ?? part];
    if (value === undefined) throw new Error(`the matrix knows no value for ${part} of ${path}`);
    return value;
  });
}

function toRequest(deps: TestDeps, method: string, path: string, cookie: string | null): Request {
  const isApi = path.startsWith("/api/");
  const headers: Record<string, string> = {
    ...(cookie ? { Cookie: cookie } : {}),
    ...(method === "GET"
      ? {}
      : { "Content-Type": isApi ? "application/json" : "application/x-www-form-urlencoded" }),
    Origin: deps.env.APP_ORIGIN,
  };
  return new Request(`${deps.env.APP_ORIGIN}${path}`, {
    method,
    headers,
    body: method === "GET" ? undefined : isApi ? "{}" : "",
  });
}

type Answer = { status: number; location: string | null };

/** Calls the route's own loader or action, without its layouts: a guard must stand in the route itself. */
async function call(
  route: ListedRoute,
  request: Request,
  context: Readonly<RouterContextProvider>,
  params: object,
) {
  const module = await loadRoute(route);
  const handler = request.method === "GET" ? module.loader : module.action;
  if (!handler) return { status: 200, location: null };
  const args = { request, params, context, url: new URL(request.url), pattern: route.path };
  const answer: unknown = await Promise.resolve()
    .then(() => handler(args as unknown as Parameters<typeof handler>[0]))
    .catch((thrown: unknown) => {
      if (thrown instanceof Error) throw thrown;
      return thrown;
    });
  return toAnswer(answer);
}

function toAnswer(answer: unknown): Answer {
  if (answer instanceof Response) return { status: answer.status, location: answer.headers.get("Location") };
  const init = (answer as { type?: unknown; init?: { status?: number } } | null | undefined)?.init;
  return { status: init?.status ?? 200, location: null };
}

function toVerdict({ status, location }: Answer): Verdict {
  if (location?.startsWith("/admin/login")) return "to admin login";
  if (location?.startsWith("/customer/login")) return "to customer login";
  if (status === 401 || status === 403 || status === 404) return status;
  expect(status, "a refusal is an answer, never a fault").toBeLessThan(500);
  return "in";
}

const routes = listRoutes();

describe("the authorisation matrix", () => {
  test("has every URL and method of the product, and nothing else", async () => {
    const needed = new Set<string>();
    for (const route of routes) {
      const module = await loadRoute(route);
      if (module.loader || module.default) needed.add(`GET ${route.path}`);
      if (
        module.action &&
        !Object.keys(MATRIX).some((key) => key.endsWith(` ${route.path}`) && !key.startsWith("GET"))
      ) {
        needed.add(`POST ${route.path}`);
      }
    }
    const rows = Object.keys(MATRIX);
    expect(
      [...needed].filter((row) => !rows.includes(row)),
      "routes without a row",
    ).toEqual([]);
    const known = new Set(routes.flatMap((route) => METHODS.map((method) => `${method} ${route.path}`)));
    expect(
      rows.filter((row) => !known.has(row)),
      "rows without a route",
    ).toEqual([]);
  });

  test.each(Object.entries(MATRIX))("%s", async (name, row) => {
    const [method, path] = name.split(" ") as [string, string];
    const route = routes.find((candidate) => candidate.path === path);
    if (!route) throw new Error(`${path} is not in app/routes.ts`);
    const seen: Partial<Record<Actor, Verdict>> = {};
    for (const actor of ACTORS) {
      const deps = createTestDeps();
      const { cookies, params } = await createWorld(deps);
      const request = toRequest(deps, method, fill(path, params), cookies[actor]);
      seen[actor] = toVerdict(await call(route, request, testContext(deps), params));
    }
    expect(seen).toEqual(row);
  });
});
